import { emptyLockScreen, type LockScreen, mediaSession } from './media-session.ts'
import { nativePurchases, type StoreBackend, type StoreState, type StoreTransaction } from './native-purchases.ts'
import { paymentSheet, type Sheet, type SheetResult } from './payment-sheet.ts'
import type { Platform } from './plugin-headers.ts'
import { emptyPushState, type PushEnvironment, type PushState, pushPlugins } from './push.ts'
import { type SignedIn, type SignInRequest, socialLogin } from './social-login.ts'

/** Everything outside the app that the phone interacts with: the user and external services. */
export interface PhoneEnvironment extends PushEnvironment {
  /** Stripe's SDK and the user at its payment sheet: pays at Stripe and returns the result. */
  pay(sheet: Sheet): Promise<SheetResult>
  /** The app store of the phone. */
  store: StoreBackend
  /** Native sign-in; null if the user cancels. */
  signIn(request: SignInRequest): Promise<SignedIn | null>
}

export type Options = Record<string, unknown>
export type Methods = Record<string, Record<string, (options: Options) => unknown>>
export type Notify = (plugin: string, event: string, data: unknown, retainUntilConsumed?: boolean) => void

export interface PhoneState {
  /** Secure storage of the app. */
  secure: Map<string, string>
  preferences: Map<string, string>
  files: Map<string, string>
  launch: { url: string | null }
  network: { connected: boolean }
  push: PushState
  media: LockScreen
  badge: { count: number }
  /** The page open in the system browser. `swept`: the page that Android closed because a link opened the app. */
  browser: { url: string | null; swept: string | null }
  /** Accounts that the social login plugin remembers, by provider. */
  signedIn: Map<string, SignedIn>
  shared: Options[]
  isSplashShown: { is: boolean }
  /** Actions of the app in the store. */
  store: StoreState
  /** Locked since it was switched on: storage is not readable for an app started in the background. */
  isLocked: { is: boolean }
  /** Secure storage cannot be read until a new value is written. */
  isVaultBroken: { is: boolean }
  isInFront: { is: boolean }
  /** Style of the system bars; DARK means light text. */
  bars: { style: string }
}

export interface Plugins {
  state: PhoneState
  push: Pick<ReturnType<typeof pushPlugins>, 'start' | 'renew' | 'receiveApnsToken'>
  methods: Methods
  notifyPurchase(transaction: StoreTransaction): void
}

const noop = () => undefined

/** The native side of each plugin, as far as a page can observe it. Calls of missing methods fail with an error. */
export function openPlugins(platform: Platform, outside: Partial<PhoneEnvironment>, notify: Notify): Plugins {
  const state: PhoneState = {
    secure: new Map(),
    preferences: new Map(),
    files: new Map(),
    launch: { url: null },
    network: { connected: true },
    push: emptyPushState(),
    media: emptyLockScreen(),
    badge: { count: 0 },
    browser: { url: null, swept: null },
    signedIn: new Map(),
    shared: [],
    isSplashShown: { is: true },
    store: { acknowledged: [], finished: [], isManagementOpen: false, syncCount: 0 },
    isLocked: { is: false },
    isVaultBroken: { is: false },
    isInFront: { is: true },
    bars: { style: 'DEFAULT' },
  }
  const { secure, preferences, push, media, network, badge, isLocked, isVaultBroken, isInFront } = state
  const { FirebaseMessaging, Badge, ...pushControls } = pushPlugins({ platform, push, network, badge, outside, notify })
  const keyOf = ({ prefixedKey }: Options) => String(prefixedKey)

  const store = nativePurchases(platform, outside, state.store, notify)
  const methods: Methods = {
    App: {
      getLaunchUrl: () => (state.launch.url === null ? undefined : { url: state.launch.url }),
      getInfo: () => ({ name: 'Recaps', id: 'app.recaps', build: '1', version: '0.1.0' }),
      getState: () => ({ isActive: isInFront.is }),
      minimizeApp: noop,
      toggleBackButtonHandler: noop,
    },
    // Console output of the page, which a phone writes to its log.
    Console: { log: noop },
    SystemBars: {
      setStyle: ({ style }) => {
        state.bars.style = String(style)
      },
      setAnimation: noop,
      show: noop,
      hide: noop,
    },
    SplashScreen: {
      show: noop,
      hide: () => {
        state.isSplashShown.is = false
      },
    },
    Browser: {
      open: ({ url }) => {
        const isOpen = platform === 'ios' && state.browser.url !== null
        if (isOpen || !/^https?:/.test(String(url))) throw new Error('Unable to display URL')
        Object.assign(state.browser, { url: String(url), swept: null })
      },
      close: () => {
        if (platform === 'ios' && state.browser.url === null) throw new Error('No active window to close!')
        const wasOpen = state.browser.url !== null
        // On Android, closing the browser after a link closed it opens the page again.
        state.browser.url = state.browser.swept
        state.browser.swept = null
        // iPhones send the event only if the user closes the page, not if the app does.
        if (wasOpen && platform === 'android') notify('Browser', 'browserFinished', null)
      },
    },
    Haptics: Object.fromEntries(
      ['impact', 'notification', 'vibrate', 'selectionStart', 'selectionChanged', 'selectionEnd'].map(name => [
        name,
        noop,
      ]),
    ),
    Keyboard: { hide: noop, show: noop, setResizeMode: noop },
    Network: { getStatus: () => ({ connected: state.network.connected, connectionType: 'wifi' }) },
    Preferences: {
      get: ({ key }) => ({ value: isLocked.is ? null : (preferences.get(String(key)) ?? null) }),
      set: ({ key, value }) => {
        preferences.set(String(key), String(value))
      },
      remove: ({ key }) => {
        preferences.delete(String(key))
      },
      clear: () => preferences.clear(),
      keys: () => ({ keys: [...preferences.keys()] }),
    },
    SecureStorage: {
      internalGetItem: options => {
        if (isVaultBroken.is) throw new Error('An OS error occurred (javax.crypto.AEADBadTagException)')
        return { data: isLocked.is ? null : (secure.get(keyOf(options)) ?? null) }
      },
      internalSetItem: options => {
        if (isLocked.is) throw new Error('An OS error occurred (-25308)')
        isVaultBroken.is = false
        secure.set(keyOf(options), String(options.data))
      },
      internalRemoveItem: options => ({ success: secure.delete(keyOf(options)) }),
      internalClearItemsWithPrefix: ({ prefix }) => {
        for (const key of secure.keys()) if (key.startsWith(String(prefix))) secure.delete(key)
      },
      internalGetPrefixedKeys: ({ prefix }) => ({
        keys: [...secure.keys()].filter(key => key.startsWith(String(prefix))),
      }),
      setSynchronizeKeychain: noop,
    },
    Filesystem: {
      writeFile: ({ path, data }) => {
        state.files.set(String(path), String(data))
        return { uri: `file:///cache/${path}` }
      },
      rmdir: ({ path }) => {
        const inside = [...state.files.keys()].filter(name => name.startsWith(`${path}/`))
        if (inside.length === 0) throw Object.assign(new Error('Path does not exist.'), { code: 'OS-PLUG-FILE-0008' })
        for (const name of inside) state.files.delete(name)
      },
      deleteFile: ({ path }) => {
        state.files.delete(String(path))
      },
    },
    Share: {
      canShare: () => ({ value: true }),
      share: options => {
        state.shared.push(options)
        return { activityType: 'copy' }
      },
    },
    FirebaseMessaging,
    Badge,
    MediaSession: mediaSession(platform, media, network),
    ...paymentSheet(platform, outside, notify),
    SocialLogin: socialLogin(platform, outside.signIn, state.signedIn, 'app.recaps.demo.ios'),
    ...store.methods,
  }
  return { state, push: pushControls, methods, notifyPurchase: store.notifyPurchase }
}
