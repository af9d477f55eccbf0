/** Local storage keys: those of the specification (§3), and text size, autoplay (`playsOn`), single-key shortcuts (`keys`),
 * push notifications and analytics consent. */
export const storageKeys = {
  authToken: 'authToken',
  user: 'user',
  schedule: 'schedule',
  subscriptions: 'subscriptions',
  userSubscription: 'userSubscription',
  theme: 'theme',
  playbackSpeed: 'playbackSpeed',
  playsOn: 'playsOn',
  textSize: 'textSize',
  keys: 'keys',
  push: 'push',
  analytics: 'analytics',
} as const
export type StorageKey = keyof typeof storageKeys

export interface DeviceStorage {
  /** Opens the store; a failure is logged, and every later use throws "Storage not initialized". */
  initialise(): void
  get(key: StorageKey): string | null
  set(key: StorageKey, value: string): void
  remove(key: StorageKey): void
  clear(): void
}

/** `open` may throw: browsers refuse local storage when the user blocks site data. */
export function createStorage(open: () => Storage): DeviceStorage {
  let store: Storage | null = null
  const requireStore = () => {
    if (!store) throw new Error('Storage not initialized')
    return store
  }
  return {
    initialise() {
      try {
        store = open()
      } catch (error) {
        console.error('Failed to initialize storage:', error)
      }
    },
    get: key => requireStore().getItem(storageKeys[key]),
    set: (key, value) => requireStore().setItem(storageKeys[key], value),
    remove: key => requireStore().removeItem(storageKeys[key]),
    clear: () => requireStore().clear(),
  }
}

/** For optional storage access: logs an error, such as a blocked or full store, and returns `fallback`. */
export function withFallback<T>(use: () => T, fallback: T): T {
  try {
    return use()
  } catch (error) {
    console.error(error)
    return fallback
  }
}
