import type { Platform } from './headers.ts'

/** What a phone shows of a message that came to it, and what it carries. */
export interface PushMessage {
  title: string
  body: string
  path: string
  topic?: string
  tag?: string
}

export interface PushState {
  permission: 'prompt' | 'prompt-with-rationale' | 'granted' | 'denied'
  /** How often the system has asked its user. */
  asked: number
  /** Whether the build has Firebase's file of its project. */
  isSetUp: boolean
  /** Whether an iPhone has its own address, which takes a moment at each start. */
  isKnownToApple: boolean
  token: string | null
  /** What stands in the list of notices. */
  shown: PushMessage[]
  channels: Map<string, string>
}

export const emptyPushState = (): PushState => ({
  permission: 'prompt',
  asked: 0,
  isSetUp: true,
  isKnownToApple: true,
  token: null,
  shown: [],
  channels: new Map(),
})

/** Firebase, and the person before the phone. */
export interface PushOutside {
  allowsPushes(): boolean
  /** A token under which Firebase reaches this phone from now on. */
  newPushToken(): Promise<string>
  /** It reaches nobody any more. */
  forgetPushToken(token: string): Promise<void>
}

type Notify = (plugin: string, event: string, data: unknown, waits?: boolean) => void

class Refused extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

interface Parts {
  platform: Platform
  push: PushState
  network: { connected: boolean }
  badge: { count: number }
  outside: Partial<PushOutside>
  notify: Notify
}

/** `@capacitor-firebase/messaging` and `@capawesome/capacitor-badge`, as their Java and their Swift have them. */
export function pushPlugins({ platform, push, network, badge, outside, notify }: Parts) {
  const isAndroid = platform === 'android'

  /** The system asks once (an iPhone) or twice (Android), and answers by itself from then on. */
  function ask(): void {
    if (push.permission !== 'prompt' && push.permission !== 'prompt-with-rationale') return
    push.asked++
    if (outside.allowsPushes?.() ?? true) push.permission = 'granted'
    else push.permission = isAndroid && push.permission === 'prompt' ? 'prompt-with-rationale' : 'denied'
  }

  function needFirebase(): void {
    if (push.isSetUp) return
    throw isAndroid
      ? new Refused(
          'Default FirebaseApp is not initialized in this process app.recaps. Make sure to call FirebaseApp.initializeApp(Context) first.',
        )
      : new Refused(
          'Firebase is not configured: GoogleService-Info.plist is missing from the app bundle.',
          'UNAVAILABLE',
        )
  }

  const newToken = async () =>
    (await outside.newPushToken?.()) ?? `phone:APA91b${Math.random().toString(36).slice(2)}-of-nobody`

  function becomeKnownToApple(): void {
    push.isKnownToApple = true
    notify('FirebaseMessaging', 'apnsTokenReceived', { token: '0A1B2C3D' }, true)
  }

  async function renew(): Promise<void> {
    push.token = await newToken()
    notify('FirebaseMessaging', 'tokenReceived', { token: push.token }, true)
  }

  async function takeBack(token: string | null): Promise<void> {
    if (token !== null) await outside.forgetPushToken?.(token)
    if (push.token === token) push.token = null
  }

  /** On an iPhone any change of the badge asks for leave first. */
  const setBadge = (count: number) => {
    if (!isAndroid) ask()
    badge.count = count
  }

  return {
    /** The app starts: an iPhone is told of its address and of its token each time. */
    start(): void {
      if (!isAndroid && push.isKnownToApple) becomeKnownToApple()
      if (!isAndroid && push.token !== null) notify('FirebaseMessaging', 'tokenReceived', { token: push.token }, true)
    },
    renew,
    becomeKnownToApple,

    FirebaseMessaging: {
      checkPermissions: () => ({ receive: push.permission }),
      requestPermissions: () => {
        ask()
        return { receive: isAndroid || push.permission === 'granted' ? push.permission : 'denied' }
      },
      async getToken() {
        needFirebase()
        if (!isAndroid && !push.isKnownToApple) throw new Refused('No APNS token specified before fetching FCM Token')
        if (push.token === null && !network.connected) throw new Refused('java.io.IOException: SERVICE_NOT_AVAILABLE')
        if (push.token === null) await renew()
        return { token: push.token }
      },
      async deleteToken() {
        needFirebase()
        if (!network.connected) {
          // Android's plug-in does not wait for what becomes of it.
          if (isAndroid) return
          throw new Refused('The Internet connection appears to be offline.')
        }
        // Nor for how long it takes: the old one is given out until then.
        if (isAndroid) setTimeout(takeBack, 300, push.token)
        else {
          await takeBack(push.token)
          // Made anew by itself once it was asked for; who is told of it is for the app to say.
          await renew()
        }
      },
      removeAllDeliveredNotifications: () => {
        push.shown = []
      },
      createChannel({ id, name }: Record<string, unknown>) {
        if (!isAndroid) throw new Refused('Not implemented on iOS.', 'UNIMPLEMENTED')
        push.channels.set(String(id), String(name))
      },
      isSupported: () => ({ isSupported: true }),
    },

    Badge: {
      isSupported: () => ({ isSupported: true }),
      checkPermissions: () => ({ display: isAndroid ? 'granted' : push.permission }),
      requestPermissions: () => {
        if (!isAndroid) ask()
        return { display: isAndroid ? 'granted' : push.permission }
      },
      get: () => ({ count: badge.count }),
      set: ({ count }: Record<string, unknown>) => setBadge(Number(count)),
      clear: () => setBadge(0),
    },
  }
}
