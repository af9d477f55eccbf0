import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Platform, readPluginHeaders } from './plugin-headers.ts'
import { openPlugins, type PhoneEnvironment, type Plugins } from './plugins.ts'
import type { PushMessage } from './push.ts'

/** A plugin call from the page. */
export interface Call {
  plugin: string
  method: string
  options: Record<string, unknown>
}

export interface SharedText {
  title?: string
  text: string
}

interface Message {
  callbackId: string
  pluginId: string
  methodName: string
  options: Record<string, unknown>
  type?: string
}

/** Sends an answer to the page that made the call. */
type Respond = (answer: object) => void

interface Listener {
  callbackId: string
  respond: Respond
}

const require = createRequire(import.meta.url)
/** Capacitor's own bridge script, which a phone injects into every page. */
const bridgeScripts = {
  android: '@capacitor/android/capacitor/src/main/assets/native-bridge.js',
  ios: '@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
}

/**
 * The native side of a Capacitor app: handles the bridge messages of a page, accepts the methods that the plugins really have, and
 * behaves like a phone as far as a page can observe.
 */
export function openPhone(platform: Platform, outside: Partial<PhoneEnvironment> = {}) {
  const headers = readPluginHeaders(platform)
  const calls: Call[] = []
  const listeners = new Map<string, Listener[]>()
  /** Events that plugins retain until the first listener is added. */
  const retained = new Map<string, unknown[]>()
  /** Handlers registered by methods with a repeated callback. */
  const handlers = new Map<string, Listener & Pick<Message, 'pluginId' | 'methodName'>>()

  let tapCount = 0

  const eventOf = (plugin: string, event: string) => `${plugin} ${event}`
  const send = ({ callbackId, respond }: Listener, pluginId: string, methodName: string, data: unknown) =>
    respond({ save: true, callbackId, pluginId, methodName, success: true, data })

  function notify(plugin: string, event: string, data: unknown, retainUntilConsumed = false): void {
    const name = eventOf(plugin, event)
    const current = listeners.get(name) ?? []
    if (current.length === 0 && retainUntilConsumed) retained.set(name, [...(retained.get(name) ?? []), data])
    for (const listener of current) send(listener, plugin, 'addListener', data)
  }

  const plugins: Plugins = openPlugins(platform, outside, notify)

  function addListener({ callbackId, pluginId, options }: Message, respond: Respond): void {
    const name = eventOf(pluginId, String(options.eventName))
    const listener = { callbackId, respond }
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
    for (const data of retained.get(name) ?? []) send(listener, pluginId, 'addListener', data)
    retained.delete(name)
  }

  async function callMethod(message: Message, respond: Respond): Promise<void> {
    const { callbackId, pluginId, methodName, options } = message
    const method = headers.find(({ name }) => name === pluginId)?.methods.find(({ name }) => name === methodName)
    const answer = (result: object) => respond({ save: false, callbackId, pluginId, methodName, ...result })
    if (!method) return answer({ success: false, error: { message: 'not implemented', code: 'UNIMPLEMENTED' } })
    if (method.rtype === 'callback') {
      handlers.set(eventOf(pluginId, String(options.action ?? callbackId)), {
        callbackId,
        respond,
        pluginId,
        methodName,
      })
      return
    }
    try {
      const act = plugins.methods[pluginId]?.[methodName]
      if (!act) throw new Error(`The fake phone does not implement ${pluginId}.${methodName}`)
      answer({ success: true, data: await act(options) })
    } catch (error) {
      const { message: errorMessage, code } = error as Error & { code?: string }
      answer({ success: false, error: { message: errorMessage, ...(code ? { code } : {}) } })
    }
  }

  return {
    platform,
    calls,
    ...plugins.state,

    /** Script to run in every page before its first own script. */
    script: (): string => {
      const isAndroid = platform === 'android'
      const post = isAndroid
        ? 'window.androidBridge = { postMessage: text => window.toPhone(text) }'
        : [
            'window.webkit = { messageHandlers: { bridge: { postMessage: message => window.toPhone(JSON.stringify(message)) } } }',
            // The bridge asks by `prompt` whether to handle cookies and requests natively.
            "window.prompt = () => 'false'",
          ].join(';')
      return [
        `${post};`,
        'window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };',
        readFileSync(require.resolve(bridgeScripts[platform]), 'utf8'),
        `window.Capacitor.PluginHeaders = ${JSON.stringify(headers)};`,
        // Android's web view has no Media Session API.
        ...(isAndroid ? ['delete Navigator.prototype.mediaSession; delete window.MediaMetadata;'] : []),
      ].join('\n')
    },

    /** Handles a message of the page's bridge. */
    handleMessage(text: string, respond: Respond): void {
      const message = JSON.parse(text) as Message
      const { pluginId, methodName, options } = message
      if (message.type === 'js.error') return
      calls.push({ plugin: pluginId, method: methodName, options })
      if (methodName === 'addListener') addListener(message, respond)
      else if (methodName === 'removeListener') {
        const name = eventOf(pluginId, String(options.eventName))
        listeners.set(
          name,
          (listeners.get(name) ?? []).filter(({ callbackId }) => callbackId !== options.callbackId),
        )
      } else if (methodName === 'removeAllListeners') {
        for (const name of listeners.keys()) if (name.startsWith(`${pluginId} `)) listeners.delete(name)
        respond({ save: false, callbackId: message.callbackId, pluginId, methodName, success: true })
      } else void callMethod(message, respond)
    },

    /** Ends the app: state in memory is lost, stored data remains. */
    end(): void {
      listeners.clear()
      handlers.clear()
      retained.clear()
      plugins.state.launch.url = null
      // The next start shows the splash screen.
      plugins.state.isSplashShown.is = true
      plugins.push.start()
    },

    /** The user closes the system browser. */
    closeBrowser(): void {
      plugins.state.browser.url = null
      notify('Browser', 'browserFinished', null)
    },

    /** The user switches from the system browser to another app and back. Android's plugin reports this as closed. */
    switchAppFromBrowser(): void {
      if (platform === 'android') notify('Browser', 'browserFinished', null)
    },

    /** Opens a link in the app, which may start it (`isCold`). Sends `appUrlOpen` in both cases. */
    openLink(url: string, { isCold = false } = {}): void {
      if (isCold || platform === 'ios') plugins.state.launch.url = url
      else if (plugins.state.browser.url !== null) {
        Object.assign(plugins.state.browser, { url: null, swept: plugins.state.browser.url })
        notify('Browser', 'browserFinished', null)
      }
      notify('App', 'appUrlOpen', { url }, true)
    },

    /** Shares a text to the app. Android sends the event twice at a cold start: for the plugin and for the activity. */
    share({ title = '', text }: SharedText, { isCold = false } = {}): void {
      const times = isCold && platform === 'android' ? 2 : 1
      for (let time = 0; time < times; time++)
        notify('CapacitorShareTarget', 'shareReceived', { title, texts: [text], files: [] }, true)
    },

    pressBack(canGoBack: boolean): void {
      notify('App', 'backButton', { canGoBack }, true)
    },

    /** Receives a message from Firebase. The system shows it, except on Android while the app is in the foreground. */
    receivePush({ title, body, ...data }: PushMessage, { isOpen }: { isOpen: boolean }): void {
      if (!isOpen || platform === 'ios') plugins.state.push.shown.push({ title, body, ...data })
      if (isOpen) notify('FirebaseMessaging', 'notificationReceived', { notification: { title, body, data } }, true)
    },

    /** Taps a notification. iPhones send the event twice at a cold start: for the app and for its scene. */
    tapPush(data: Record<string, string>, { isCold = false } = {}): void {
      const notification = { id: String(++tapCount), data }
      const times = isCold && platform === 'ios' ? 2 : 1
      for (let time = 0; time < times; time++)
        notify('FirebaseMessaging', 'notificationActionPerformed', { actionId: 'tap', notification }, true)
    },

    /** Apple issues the iPhone's APNs token, without which Firebase has no token. */
    receiveApnsToken: () => plugins.push.receiveApnsToken(),

    /** Firebase issues a new token for the phone. */
    renewPushToken: () => plugins.push.renew(),

    /** The app moves to the background. */
    moveToBackground(): void {
      plugins.state.isInFront.is = false
      notify('App', 'pause', null)
      notify('App', 'appStateChange', { isActive: false })
    },
    moveToForeground(): void {
      plugins.state.isInFront.is = true
      notify('App', 'resume', null)
      notify('App', 'appStateChange', { isActive: true })
    },

    setNetwork(connected: boolean): void {
      plugins.state.network.connected = connected
      notify('Network', 'networkStatusChange', { connected, connectionType: connected ? 'wifi' : 'none' })
    },

    /** Presses a media key of a headset or the lock screen. */
    pressMediaKey(action: string, details: object = {}): void {
      if (!plugins.state.media.isShown) throw new Error('The lock screen shows no media controls')
      const handler = handlers.get(eventOf('MediaSession', action))
      if (!handler) throw new Error(`The app has no handler for the media key ${action}`)
      send(handler, 'MediaSession', 'setActionHandler', { action, ...details })
    },

    /** The store reports a purchase while the app runs. */
    notifyPurchase: plugins.notifyPurchase,
  }
}

export type Phone = ReturnType<typeof openPhone>
