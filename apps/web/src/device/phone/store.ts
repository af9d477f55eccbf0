import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { storageKeys } from '../storage.ts'
import type * as browsers from '../store.ts'
import { noteLogOut } from './back.ts'
import { factsKey } from './page-facts.ts'
import { App, beside, Preferences } from './plugins.ts'

/** What nobody but this app on this phone may read, not even from a backup. */
const secret: ReadonlySet<string> = new Set([storageKeys.authToken])

/**
 * A phone's stores answer later, the app asks at once (`DeviceStorage`): so all of it is read before the app starts, and what
 * changes is written behind it, in the order in which it changed.
 */
const kept = new Map<string, string>()
let written: Promise<unknown> = Promise.resolve()

/** Goes with the app, as an iPhone's keychain does not. */
const installedKey = 'installed'

/**
 * Reads everything. Call before `openStore`. An iPhone that wakes the app before it was unlocked for the first time gives out
 * nothing, and whoever has something there is not logged out by it: then this waits until somebody looks at the app. Rejects
 * when the phone gives nothing out even so.
 */
export async function readStore(): Promise<void> {
  try {
    await readAll()
  } catch (error) {
    console.error('The phone refused:', error)
    await isLookedAt()
    await readAll()
  }
}

async function readAll(): Promise<void> {
  // Also while the screen is locked: sound goes on, and asks for the next.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.afterFirstUnlockThisDeviceOnly)
  await forgetFormerInstallation()
  // What can be read by itself comes first: a vault that is broken takes no theme along.
  const keys = Object.values(storageKeys).sort((one, other) => Number(secret.has(one)) - Number(secret.has(other)))
  for (const key of keys) {
    const value = secret.has(key) ? await SecureStorage.getItem(key) : (await Preferences.get({ key })).value
    if (value !== null) kept.set(key, value)
    mirror(key, value)
  }
}

/** Resolves once the app is before somebody, who has unlocked the phone for that. */
async function isLookedAt(): Promise<void> {
  let listening: Promise<{ remove(): Promise<void> }> | undefined
  await new Promise<void>(resolve => {
    listening = App.addListener('appStateChange', ({ isActive }) => isActive && resolve())
    App.getState().then(({ isActive }) => isActive && resolve(), resolve)
  })
  beside(listening!.then(({ remove }) => remove()))
}

/** Whoever took the app off the phone is not still logged in when it comes back, perhaps in other hands. */
async function forgetFormerInstallation(): Promise<void> {
  const isInstalled = async () => (await Preferences.get({ key: installedKey })).value !== null
  if (await isInstalled()) return
  // A phone that is still locked gives out nothing as if there were nothing. It takes nothing either: this rejects then.
  await SecureStorage.setItem(installedKey, 'true')
  if (await isInstalled()) return
  await SecureStorage.clear()
  await Preferences.set({ key: installedKey, value: 'true' })
}

/** The page's first script (public/theme.js) sets the theme before anybody has asked the phone: it reads it where browsers have it. */
function mirror(key: string, value: string | null): void {
  if (key !== storageKeys.theme) return
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
}

/** Resolves once everything that was changed is on the phone. */
export const storeWritten = (): Promise<unknown> => written

function write(change: () => Promise<unknown>): void {
  written = written.then(change)
  beside(written)
  written = written.catch(() => {})
}

export const openStore = (): Storage => ({
  get length() {
    return kept.size
  },
  key: at => [...kept.keys()][at] ?? null,
  getItem: key => kept.get(key) ?? null,
  setItem(key, value) {
    kept.set(key, value)
    mirror(key, value)
    write(() => (secret.has(key) ? SecureStorage.setItem(key, value) : Preferences.set({ key, value })))
  },
  removeItem(key) {
    kept.delete(key)
    mirror(key, null)
    write(() => (secret.has(key) ? SecureStorage.removeItem(key) : Preferences.remove({ key })))
  },
  clear() {
    if (kept.has(storageKeys.authToken)) noteLogOut()
    kept.clear()
    mirror(storageKeys.theme, null)
    write(() => Promise.all([SecureStorage.clear(), forgetPreferences()]))
  },
})

/** All but what the service says of itself, and that the app is installed. */
async function forgetPreferences(): Promise<void> {
  const { keys } = await Preferences.keys()
  await Promise.all(
    keys.filter(key => key !== factsKey && key !== installedKey).map(key => Preferences.remove({ key })),
  )
}

openStore satisfies typeof browsers.openStore
