import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import type * as browsers from '../open-storage.ts'
import { storageKeys } from '../storage.ts'
import { recordLogout } from './back-button.ts'
import { factsKey } from './page-facts.ts'
import { App, inBackground, Preferences } from './plugins.ts'

/** Keys for secure storage, which other apps and backups cannot read. */
const secretKeys: ReadonlySet<string> = new Set([storageKeys.authToken])

/**
 * In-memory copy of the storage. The phone's stores are asynchronous but `DeviceStorage` is synchronous, so everything is
 * loaded before the app starts, and changes are written in the background, in order.
 */
const values = new Map<string, string>()
let lastWrite: Promise<unknown> = Promise.resolve()

/** Preferences are deleted when the app is uninstalled; the iOS keychain is not. */
const installedKey = 'installed'

/**
 * Loads everything. Call before `openStorage`. If iOS starts the app before the phone was first unlocked, the keychain is not
 * readable: then waits until the app is in the foreground, so that the user is not logged out. Rejects if reading fails even
 * then.
 */
export async function loadStorage(): Promise<void> {
  try {
    await readAll()
  } catch (error) {
    console.error('Native call failed:', error)
    await untilForeground()
    await readAll()
  }
}

async function readAll(): Promise<void> {
  // Readable while the screen is locked, because playback continues and requests the next track.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.afterFirstUnlockThisDeviceOnly)
  await clearPreviousInstallation()
  // Secrets last: if secure storage fails, the other values are already loaded.
  const keys = Object.values(storageKeys).sort(
    (one, other) => Number(secretKeys.has(one)) - Number(secretKeys.has(other)),
  )
  for (const key of keys) {
    const value = secretKeys.has(key) ? await SecureStorage.getItem(key) : (await Preferences.get({ key })).value
    if (value !== null) values.set(key, value)
    mirror(key, value)
  }
}

/** Resolves once the app is in the foreground, so the phone has been unlocked. */
async function untilForeground(): Promise<void> {
  let listening: Promise<{ remove(): Promise<void> }> | undefined
  await new Promise<void>(resolve => {
    listening = App.addListener('appStateChange', ({ isActive }) => isActive && resolve())
    App.getState().then(({ isActive }) => isActive && resolve(), resolve)
  })
  inBackground(listening!.then(({ remove }) => remove()))
}

/** Reinstalling the app must not log in the previous user, because the phone may have a new owner. */
async function clearPreviousInstallation(): Promise<void> {
  const isInstalled = async () => (await Preferences.get({ key: installedKey })).value !== null
  if (await isInstalled()) return
  // A locked phone reads as empty. It also cannot be written to, so this rejects before anything is cleared.
  await SecureStorage.setItem(installedKey, 'true')
  if (await isInstalled()) return
  await SecureStorage.clear()
  await Preferences.set({ key: installedKey, value: 'true' })
}

/** Copies the theme to local storage, where the page's first script (public/theme.js) reads it before the phone's storage is loaded. */
function mirror(key: string, value: string | null): void {
  if (key !== storageKeys.theme) return
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
}

/** Resolves once all changes so far have been written to the phone. */
export const storageWritten = (): Promise<unknown> => lastWrite

function write(change: () => Promise<unknown>): void {
  lastWrite = lastWrite.then(change)
  inBackground(lastWrite)
  lastWrite = lastWrite.catch(() => {})
}

export const openStorage = (): Storage => ({
  get length() {
    return values.size
  },
  key: index => [...values.keys()][index] ?? null,
  getItem: key => values.get(key) ?? null,
  setItem(key, value) {
    values.set(key, value)
    mirror(key, value)
    write(() => (secretKeys.has(key) ? SecureStorage.setItem(key, value) : Preferences.set({ key, value })))
  },
  removeItem(key) {
    values.delete(key)
    mirror(key, null)
    write(() => (secretKeys.has(key) ? SecureStorage.removeItem(key) : Preferences.remove({ key })))
  },
  clear() {
    if (values.has(storageKeys.authToken)) recordLogout()
    values.clear()
    mirror(storageKeys.theme, null)
    write(() => Promise.all([SecureStorage.clear(), clearPreferences()]))
  },
})

/** Clears everything except the installation facts and the installed marker. */
async function clearPreferences(): Promise<void> {
  const { keys } = await Preferences.keys()
  await Promise.all(
    keys.filter(key => key !== factsKey && key !== installedKey).map(key => Preferences.remove({ key })),
  )
}

openStorage satisfies typeof browsers.openStorage
