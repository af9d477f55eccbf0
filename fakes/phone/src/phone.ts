import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { headersOf, type Platform } from './headers.ts'
import { type Outside, openPlugins, type Plugins } from './plugins.ts'
import type { PushMessage } from './push.ts'

/** What the page asked of the phone. */
export interface Call {
  plugin: string
  method: string
  options: Record<string, unknown>
}

export interface Shared {
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

/** How an answer gets into the page that asked. */
type Say = (answer: object) => void

interface Listener {
  callbackId: string
  say: Say
}

const require = createRequire(import.meta.url)
/** The script that a phone puts into every page, from Capacitor itself. */
const bridge = {
  android: '@capacitor/android/capacitor/src/main/assets/native-bridge.js',
  ios: '@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
}

/**
 * The native side of a Capacitor app: speaks the messages that go between a page and its phone, knows the methods that the
 * plug-ins' native sides have, and does for each what a phone does, as far as a page can tell.
 */
export function openPhone(platform: Platform, outside: Partial<Outside> = {}) {
  const headers = headersOf(platform)
  const calls: Call[] = []
  const listeners = new Map<string, Listener[]>()
  /** Events that nobody listened for yet and that wait, as the plug-ins say. */
  const retained = new Map<string, unknown[]>()
  /** Methods that call back more than once. */
  const handlers = new Map<string, Listener & Pick<Message, 'pluginId' | 'methodName'>>()

  let tapped = 0

  const eventOf = (plugin: string, event: string) => `${plugin} ${event}`
  const tell = ({ callbackId, say }: Listener, pluginId: string, methodName: string, data: unknown) =>
    say({ save: true, callbackId, pluginId, methodName, success: true, data })

  function notify(plugin: string, event: string, data: unknown, waits = false): void {
    const name = eventOf(plugin, event)
    const hearing = listeners.get(name) ?? []
    if (hearing.length === 0 && waits) retained.set(name, [...(retained.get(name) ?? []), data])
    for (const listener of hearing) tell(listener, plugin, 'addListener', data)
  }

  const plugins: Plugins = openPlugins(platform, outside, notify)

  function listen({ callbackId, pluginId, options }: Message, say: Say): void {
    const name = eventOf(pluginId, String(options.eventName))
    const listener = { callbackId, say }
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
    for (const data of retained.get(name) ?? []) tell(listener, pluginId, 'addListener', data)
    retained.delete(name)
  }

  async function answer(message: Message, say: Say): Promise<void> {
    const { callbackId, pluginId, methodName, options } = message
    const method = headers.find(({ name }) => name === pluginId)?.methods.find(({ name }) => name === methodName)
    const back = (result: object) => say({ save: false, callbackId, pluginId, methodName, ...result })
    if (!method) return back({ success: false, error: { message: 'not implemented', code: 'UNIMPLEMENTED' } })
    if (method.rtype === 'callback') {
      handlers.set(eventOf(pluginId, String(options.action ?? callbackId)), { callbackId, say, pluginId, methodName })
      return
    }
    try {
      const act = plugins.methods[pluginId]?.[methodName]
      if (!act) throw new Error(`The stand-in of a phone does not know ${pluginId}.${methodName}`)
      back({ success: true, data: await act(options) })
    } catch (error) {
      const { message: words, code } = error as Error & { code?: string }
      back({ success: false, error: { message: words, ...(code ? { code } : {}) } })
    }
  }

  return {
    platform,
    calls,
    ...plugins.state,

    /** What stands in every page before its first script. */
    script: (): string => {
      const isAndroid = platform === 'android'
      const post = isAndroid
        ? 'window.androidBridge = { postMessage: text => window.toPhone(text) }'
        : [
            'window.webkit = { messageHandlers: { bridge: { postMessage: message => window.toPhone(JSON.stringify(message)) } } }',
            // The bridge asks in this way whether it is to take over cookies and requests, and the phone answers by its settings.
            "window.prompt = () => 'false'",
          ].join(';')
      return [
        `${post};`,
        'window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };',
        readFileSync(require.resolve(bridge[platform]), 'utf8'),
        `window.Capacitor.PluginHeaders = ${JSON.stringify(headers)};`,
        // What Android's web view has switched off.
        ...(isAndroid ? ['delete Navigator.prototype.mediaSession; delete window.MediaMetadata;'] : []),
      ].join('\n')
    },

    /** Takes a message from the page, as the page's bridge sends it. */
    hear(text: string, say: Say): void {
      const message = JSON.parse(text) as Message
      const { pluginId, methodName, options } = message
      if (message.type === 'js.error') return
      calls.push({ plugin: pluginId, method: methodName, options })
      if (methodName === 'addListener') listen(message, say)
      else if (methodName === 'removeListener') {
        const name = eventOf(pluginId, String(options.eventName))
        listeners.set(
          name,
          (listeners.get(name) ?? []).filter(({ callbackId }) => callbackId !== options.callbackId),
        )
      } else if (methodName === 'removeAllListeners') {
        for (const name of listeners.keys()) if (name.startsWith(`${pluginId} `)) listeners.delete(name)
        say({ save: false, callbackId: message.callbackId, pluginId, methodName, success: true })
      } else void answer(message, say)
    },

    /** The system ends the app: what its page and its plug-ins had in mind is gone, what they wrote down stays. */
    end(): void {
      listeners.clear()
      handlers.clear()
      retained.clear()
      plugins.state.launch.url = null
      // What the system shows at the next start.
      plugins.state.isSplashShown.is = true
      plugins.pushes.start()
    },

    /** The person closes the page in the system's browser. */
    closeBrowser(): void {
      plugins.state.browser.url = null
      notify('Browser', 'browserFinished', null)
    },

    /** They leave it for another app, and come back: to Android's plug-in that looks the same. */
    leaveBrowserForAWhile(): void {
      if (platform === 'android') notify('Browser', 'browserFinished', null)
    },

    /** The app is started by this link, or brought to the front by it. One that has started it is told of as well. */
    openLink(url: string, { isCold = false } = {}): void {
      if (isCold || platform === 'ios') plugins.state.launch.url = url
      else if (plugins.state.browser.url !== null) {
        Object.assign(plugins.state.browser, { url: null, swept: plugins.state.browser.url })
        notify('Browser', 'browserFinished', null)
      }
      notify('App', 'appUrlOpen', { url }, true)
    },

    /** Android tells a plug-in of what has started the app twice: when it is loaded, and when its activity is. */
    share({ title = '', text }: Shared, { isCold = false } = {}): void {
      const times = isCold && platform === 'android' ? 2 : 1
      for (let time = 0; time < times; time++)
        notify('CapacitorShareTarget', 'shareReceived', { title, texts: [text], files: [] }, true)
    },

    pressBack(canGoBack: boolean): void {
      notify('App', 'backButton', { canGoBack }, true)
    },

    /** A message comes over Firebase. The system shows it, but for Android's while the app is before its user. */
    receivePush({ title, body, ...data }: PushMessage, { isOpen }: { isOpen: boolean }): void {
      if (!isOpen || platform === 'ios') plugins.state.push.shown.push({ title, body, ...data })
      if (isOpen) notify('FirebaseMessaging', 'notificationReceived', { notification: { title, body, data } }, true)
    },

    /** One that starts an iPhone's app is told of by the app and by its scene. */
    tapPush(data: Record<string, string>, { isCold = false } = {}): void {
      const notification = { id: String(++tapped), data }
      const times = isCold && platform === 'ios' ? 2 : 1
      for (let time = 0; time < times; time++)
        notify('FirebaseMessaging', 'notificationActionPerformed', { actionId: 'tap', notification }, true)
    },

    /** Apple gives an iPhone an address of its own, before which Firebase knows none. */
    becomeKnownToApple: () => plugins.pushes.becomeKnownToApple(),

    /** Firebase knows the phone by another name from now on. */
    renewPushToken: () => plugins.pushes.renew(),

    /** Another app comes to the front, or this one again. */
    leave(): void {
      plugins.state.isInFront.is = false
      notify('App', 'pause', null)
      notify('App', 'appStateChange', { isActive: false })
    },
    comeBack(): void {
      plugins.state.isInFront.is = true
      notify('App', 'resume', null)
      notify('App', 'appStateChange', { isActive: true })
    },

    setNetwork(connected: boolean): void {
      plugins.state.network.connected = connected
      notify('Network', 'networkStatusChange', { connected, connectionType: connected ? 'wifi' : 'none' })
    },

    /** A key of a headset or of the lock screen. */
    pressMediaKey(action: string, details: object = {}): void {
      if (!plugins.state.media.isShown) throw new Error('Nothing is on the lock screen')
      const handler = handlers.get(eventOf('MediaSession', action))
      if (!handler) throw new Error(`Nobody listens for the media key ${action}`)
      tell(handler, 'MediaSession', 'setActionHandler', { action, ...details })
    },

    /** The store tells of a purchase while the app runs. */
    storeTells: plugins.tellOfPurchase,
  }
}

export type Phone = ReturnType<typeof openPhone>
