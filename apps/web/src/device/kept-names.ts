/** Names of the database and the cache for offline data. The service worker uses the same cache. */
export const database = 'recaps'
export const soundCache = 'kept-sounds'

/** Deletes a user's offline data. Part of the first load, because a logout must work offline. */
export function forgetKept() {
  globalThis.indexedDB?.deleteDatabase(database)
  globalThis.caches?.delete(soundCache).catch(error => console.error('Could not delete saved audio:', error))
}
