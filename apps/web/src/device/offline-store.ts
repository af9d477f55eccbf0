import { offlineDatabase } from './offline-data.ts'

/** IndexedDB object stores for offline data. Rows are keyed by `key`. */
export type StoreName = 'answers' | 'pins' | 'changes'
const names: readonly StoreName[] = ['answers', 'pins', 'changes']

/** Every row names its user, so that another user's leftovers are never shown. */
export interface OfflineRow {
  key: string
  userId: number
}

export interface OfflineStore<R extends OfflineRow> {
  all(): Promise<R[]>
  put(rows: readonly R[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Updates one row atomically. Returning null deletes it. */
  change(key: string, change: (row: R | undefined) => R | null): Promise<void>
}

/**
 * Opens and closes the database on every call: an open connection would block a logout in another tab, which deletes the
 * database. IndexedDB runs requests in order, so no write requested before a logout survives it.
 */
export function offlineStore<R extends OfflineRow>(name: StoreName): OfflineStore<R> {
  const use = async <T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T> | undefined) => {
    const db = await openDatabase()
    try {
      const transaction = db.transaction(name, mode)
      const request = run(transaction.objectStore(name))
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      return request?.result
    } finally {
      db.close()
    }
  }
  return {
    all: async () => (await use('readonly', store => store.getAll() as IDBRequest<R[]>)) ?? [],
    async put(rows) {
      await use('readwrite', store => {
        for (const row of rows) store.put(row)
        return undefined
      })
    },
    async remove(keys) {
      await use('readwrite', store => {
        for (const key of keys) store.delete(key)
        return undefined
      })
    },
    async change(key, change) {
      await use('readwrite', store => {
        const request = store.get(key) as IDBRequest<R | undefined>
        request.onsuccess = () => {
          const row = change(request.result)
          if (row) store.put(row)
          else store.delete(key)
        }
        return request
      })
    },
  }
}

/** Rejects if the browser has no IndexedDB, as in some private windows. */
function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(offlineDatabase, 1)
    request.onupgradeneeded = () => {
      for (const name of names) request.result.createObjectStore(name, { keyPath: 'key' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
