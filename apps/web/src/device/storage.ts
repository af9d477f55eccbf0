/** Everything that is kept in local storage (specification §3), our text size, whether the queue plays on by itself,
 * whether keys act without another one, whether push messages are wanted here, and whether visits may be counted. */
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
  const opened = () => {
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
    get: key => opened().getItem(storageKeys[key]),
    set: (key, value) => opened().setItem(storageKeys[key], value),
    remove: key => opened().removeItem(storageKeys[key]),
    clear: () => opened().clear(),
  }
}

/**
 * Uses the storage where the app can go on without it: a blocked or full store is logged, and the answer is `otherwise`.
 */
export function leniently<T>(use: () => T, otherwise: T): T {
  try {
    return use()
  } catch (error) {
    console.error(error)
    return otherwise
  }
}
