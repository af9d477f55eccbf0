/** Names of the database and the cache for offline data. The service worker uses the same cache. */
export const offlineDatabase = 'recaps'
export const audioCache = 'kept-sounds'

/** Deletes a user's offline data. Part of the first load, because a logout must work offline. */
export function deleteOfflineData() {
  globalThis.indexedDB?.deleteDatabase(offlineDatabase)
  globalThis.caches?.delete(audioCache).catch(error => console.error('Could not delete saved audio:', error))
}
