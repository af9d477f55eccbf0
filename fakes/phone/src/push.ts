import type { Platform } from './plugin-headers.ts'

/** A push message: the visible texts and its data fields. */
export interface PushMessage {
  title: string
  body: string
  path: string
  topic?: string
  tag?: string
}

export interface PushState {
  permission: 'prompt' | 'prompt-with-rationale' | 'granted' | 'denied'
  /** Number of permission prompts shown so far. */
  promptCount: number
  /** Whether the build includes the Firebase configuration file. */
  isSetUp: boolean
  /** iPhones: whether the APNs token has arrived, which takes a moment at each start. */
  hasApnsToken: boolean
  token: string | null
  /** Notifications in the notification center. */
  shown: PushMessage[]
  channels: Map<string, string>
}

export const emptyPushState = (): PushState => ({
  permission: 'prompt',
  promptCount: 0,
  isSetUp: true,
  hasApnsToken: true,
  token: null,
  shown: [],
  channels: new Map(),
})

/** Firebase, and the user of the phone. */
export interface PushEnvironment {
  grantsPushPermission(): boolean
  /** Issues a new Firebase token for this phone. */
  newPushToken(): Promise<string>
  /** Invalidates the token. */
  deletePushToken(token: string): Promise<void>
}

type Notify = (plugin: string, event: string, data: unknown, retainUntilConsumed?: boolean) => void

class PluginError extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

interface PushPluginsOptions {
  platform: Platform
  push: PushState
  network: { connected: boolean }
  badge: { count: number }
  outside: Partial<PushEnvironment>
  notify: Notify
}

/** `@capacitor-firebase/messaging` and `@capawesome/capacitor-badge`, after their Java and Swift sources. */
export function pushPlugins({ platform, push, network, badge, outside, notify }: PushPluginsOptions) {
  const isAndroid = platform === 'android'

  /** Shows the permission prompt: once on iPhones, up to twice on Android. Later calls do nothing. */
  function promptForPermission(): void {
    if (push.permission !== 'prompt' && push.permission !== 'prompt-with-rationale') return
    push.promptCount++
    if (outside.grantsPushPermission?.() ?? true) push.permission = 'granted'
    else push.permission = isAndroid && push.permission === 'prompt' ? 'prompt-with-rationale' : 'denied'
  }

  function assertFirebaseIsSetUp(): void {
    if (push.isSetUp) return
    throw isAndroid
      ? new PluginError(
          'Default FirebaseApp is not initialized in this process app.recaps. Make sure to call FirebaseApp.initializeApp(Context) first.',
        )
      : new PluginError(
          'Firebase is not configured: GoogleService-Info.plist is missing from the app bundle.',
          'UNAVAILABLE',
        )
  }

  const newToken = async () =>
    (await outside.newPushToken?.()) ?? `phone:APA91b${Math.random().toString(36).slice(2)}-unregistered`

  function receiveApnsToken(): void {
    push.hasApnsToken = true
    notify('FirebaseMessaging', 'apnsTokenReceived', { token: '0A1B2C3D' }, true)
  }

  async function renew(): Promise<void> {
    push.token = await newToken()
    notify('FirebaseMessaging', 'tokenReceived', { token: push.token }, true)
  }

  async function invalidate(token: string | null): Promise<void> {
    if (token !== null) await outside.deletePushToken?.(token)
    if (push.token === token) push.token = null
  }

  /** On iPhones, changing the badge requests permission first. */
  const setBadge = (count: number) => {
    if (!isAndroid) promptForPermission()
    badge.count = count
  }

  return {
    /** Starts the app. iPhones report the APNs token and the Firebase token at every start. */
    start(): void {
      if (!isAndroid && push.hasApnsToken) receiveApnsToken()
      if (!isAndroid && push.token !== null) notify('FirebaseMessaging', 'tokenReceived', { token: push.token }, true)
    },
    renew,
    receiveApnsToken,

    FirebaseMessaging: {
      checkPermissions: () => ({ receive: push.permission }),
      requestPermissions: () => {
        promptForPermission()
        return { receive: isAndroid || push.permission === 'granted' ? push.permission : 'denied' }
      },
      async getToken() {
        assertFirebaseIsSetUp()
        if (!isAndroid && !push.hasApnsToken) throw new PluginError('No APNS token specified before fetching FCM Token')
        if (push.token === null && !network.connected)
          throw new PluginError('java.io.IOException: SERVICE_NOT_AVAILABLE')
        if (push.token === null) await renew()
        return { token: push.token }
      },
      async deleteToken() {
        assertFirebaseIsSetUp()
        if (!network.connected) {
          // Android's plugin does not wait for the result.
          if (isAndroid) return
          throw new PluginError('The Internet connection appears to be offline.')
        }
        // Android's plugin does not wait here either, and returns the old token until it is invalidated.
        if (isAndroid) setTimeout(invalidate, 300, push.token)
        else {
          await invalidate(push.token)
          // On iPhones, Firebase creates a new token automatically.
          await renew()
        }
      },
      removeAllDeliveredNotifications: () => {
        push.shown = []
      },
      createChannel({ id, name }: Record<string, unknown>) {
        if (!isAndroid) throw new PluginError('Not implemented on iOS.', 'UNIMPLEMENTED')
        push.channels.set(String(id), String(name))
      },
      isSupported: () => ({ isSupported: true }),
    },

    Badge: {
      isSupported: () => ({ isSupported: true }),
      checkPermissions: () => ({ display: isAndroid ? 'granted' : push.permission }),
      requestPermissions: () => {
        if (!isAndroid) promptForPermission()
        return { display: isAndroid ? 'granted' : push.permission }
      },
      get: () => ({ count: badge.count }),
      set: ({ count }: Record<string, unknown>) => setBadge(Number(count)),
      clear: () => setBadge(0),
    },
  }
}
