import type { Platform } from './headers.ts'
import { emptyLockScreen, type LockScreen, mediaSession } from './media-session.ts'
import { nativePurchases, type StoreOutside, type StoreState, type StoreTransaction } from './native-purchases.ts'
import { paymentSheet, type Sheet, type SheetEnding } from './payment-sheet.ts'
import { emptyPushState, type PushOutside, type PushState, pushPlugins } from './push.ts'
import { type SignedIn, type SignInWish, socialLogin } from './social-login.ts'

/** What stands behind a phone's own windows: the person, and services of others. */
export interface Outside extends PushOutside {
  /** Stripe's part of the payment sheet, and the person before it: pays at Stripe, and gives how the sheet ends. */
  pay(sheet: Sheet): Promise<SheetEnding>
  /** The store that the app came from. */
  store: StoreOutside
  /** A sign-in in the phone's own window; null where the person closes it. */
  signIn(wish: SignInWish): Promise<SignedIn | null>
}

export type Options = Record<string, unknown>
export type Methods = Record<string, Record<string, (options: Options) => unknown>>
export type Notify = (plugin: string, event: string, data: unknown, waits?: boolean) => void

export interface State {
  /** What only this app may read. */
  secure: Map<string, string>
  preferences: Map<string, string>
  files: Map<string, string>
  launch: { url: string | null }
  network: { connected: boolean }
  push: PushState
  media: LockScreen
  badge: { count: number }
  /** Pages that are open in the system's browser; `swept`: one that Android has closed because the app was opened by a link. */
  browser: { url: string | null; swept: string | null }
  /** Whoever the plug-in of other sign-ins still knows. */
  signedIn: Map<string, SignedIn>
  shared: Options[]
  isSplashShown: { is: boolean }
  /** What the app has done in the store of the phone. */
  storeUse: StoreState
  /** Not unlocked since it was switched on, when an iPhone has nothing for an app that it wakes. */
  isLocked: { is: boolean }
  /** What lies in the vault cannot be read any more, until something else is put there. */
  isVaultBroken: { is: boolean }
  isInFront: { is: boolean }
  /** How the text of the system's bars is to look: DARK for light text. */
  bars: { style: string }
}

export interface Plugins {
  state: State
  pushes: Pick<ReturnType<typeof pushPlugins>, 'start' | 'renew' | 'becomeKnownToApple'>
  methods: Methods
  tellOfPurchase(transaction: StoreTransaction): void
}

const nothing = () => undefined

/** What a page can tell of each plug-in's native side; what is missing here a page is refused, with a name. */
export function openPlugins(platform: Platform, outside: Partial<Outside>, notify: Notify): Plugins {
  const state: State = {
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
    storeUse: { acknowledged: [], finished: [], isManaging: false, synced: 0 },
    isLocked: { is: false },
    isVaultBroken: { is: false },
    isInFront: { is: true },
    bars: { style: 'DEFAULT' },
  }
  const { secure, preferences, push, media, network, badge, isLocked, isVaultBroken, isInFront } = state
  const { FirebaseMessaging, Badge, ...pushes } = pushPlugins({ platform, push, network, badge, outside, notify })
  const keyOf = ({ prefixedKey }: Options) => String(prefixedKey)

  const store = nativePurchases(platform, outside, state.storeUse, notify)
  const methods: Methods = {
    App: {
      getLaunchUrl: () => (state.launch.url === null ? undefined : { url: state.launch.url }),
      getInfo: () => ({ name: 'Recaps', id: 'app.recaps', build: '1', version: '0.1.0' }),
      getState: () => ({ isActive: isInFront.is }),
      minimizeApp: nothing,
      toggleBackButtonHandler: nothing,
    },
    // The page's own words, which a phone writes into its log.
    Console: { log: nothing },
    SystemBars: {
      setStyle: ({ style }) => {
        state.bars.style = String(style)
      },
      setAnimation: nothing,
      show: nothing,
      hide: nothing,
    },
    SplashScreen: {
      show: nothing,
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
        // Until Android has done away with what it has swept, to close it opens it anew.
        state.browser.url = state.browser.swept
        state.browser.swept = null
        // iPhones tell of what the person closes, and not of what the app closes.
        if (wasOpen && platform === 'android') notify('Browser', 'browserFinished', null)
      },
    },
    Haptics: Object.fromEntries(
      ['impact', 'notification', 'vibrate', 'selectionStart', 'selectionChanged', 'selectionEnd'].map(name => [
        name,
        nothing,
      ]),
    ),
    Keyboard: { hide: nothing, show: nothing, setResizeMode: nothing },
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
      setSynchronizeKeychain: nothing,
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
  return { state, pushes, methods, tellOfPurchase: store.tell }
}
