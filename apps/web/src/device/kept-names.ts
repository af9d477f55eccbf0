/** Where things lie on this device beside local storage. The service worker knows the cache by the same name. */
export const database = 'recaps'
export const soundCache = 'kept-sounds'

/** Erases what was kept for a user. It stands in the first load, because a log-out must not need anything from the network. */
export function forgetKept() {
  globalThis.indexedDB?.deleteDatabase(database)
  globalThis.caches?.delete(soundCache).catch(error => console.error('The kept recordings could not be erased:', error))
}
