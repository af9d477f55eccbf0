import { database } from './kept-names.ts'

/** What is kept in the browser's database: each kind of thing in a store of its own, by its `key`. */
export type StoreName = 'answers' | 'pins' | 'changes'
const names: readonly StoreName[] = ['answers', 'pins', 'changes']

/** A row says whose it is: what another user left behind is never shown. */
export interface Row {
  key: string
  userId: number
}

export interface KeptStore<R extends Row> {
  all(): Promise<R[]>
  put(rows: readonly R[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Changes one row without anybody coming in between; null takes it away. */
  change(key: string, change: (row: R | undefined) => R | null): Promise<void>
}

/**
 * Opened for each use and closed again: an open connection would hold up the log-out of another tab, which erases everything.
 * Requests take their turn in the order in which they are made, so nothing that is asked for before a log-out outlives it.
 */
export function keptStore<R extends Row>(name: StoreName): KeptStore<R> {
  const use = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T> | undefined) => {
    const base = await openDatabase()
    try {
      const transaction = base.transaction(name, mode)
      const request = act(transaction.objectStore(name))
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      return request?.result
    } finally {
      base.close()
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

/** Throws where the browser has none, as in some private windows. */
function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => {
      for (const name of names) request.result.createObjectStore(name, { keyPath: 'key' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
