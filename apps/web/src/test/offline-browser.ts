import { IDBFactory } from 'fake-indexeddb'

interface StorageSpace {
  quota: number
  usage: number
}

export interface OfflineBrowser {
  /** Paths of the stored files. */
  files(): string[]
  /** Quota and usage that the browser reports. */
  space: StorageSpace
  wasPersistRequested: boolean
}

/** Fakes the offline storage APIs that jsdom lacks: IndexedDB, caches, storage estimates. */
export function installOfflineStorage(space: StorageSpace = { quota: 2_000_000_000, usage: 0 }): OfflineBrowser {
  const files = new Map<string, Response>()
  const browser: OfflineBrowser = { files: () => [...files.keys()], space, wasPersistRequested: false }
  const cache = {
    async put(path: string, response: Response) {
      files.set(path, new Response(await response.arrayBuffer()))
    },
    delete: async (path: string) => files.delete(path),
  }
  define(window, 'indexedDB', new IDBFactory())
  define(window, 'caches', {
    open: async () => cache,
    match: async (path: string) => files.get(path)?.clone(),
    async delete() {
      files.clear()
      return true
    },
  })
  define(navigator, 'serviceWorker', Object.assign(new EventTarget(), neverReady))
  define(navigator, 'storage', {
    estimate: async () => browser.space,
    async persist() {
      browser.wasPersistRequested = true
      return true
    },
  })
  return browser
}

/** The service worker itself is tested in a real browser (e2e/journeys/offline.spec.ts). */
const neverReady = {
  register: async () => {},
  ready: new Promise(() => {}),
  getRegistration: async () => undefined,
  startMessages() {},
}

export function removeOfflineStorage() {
  for (const name of ['indexedDB', 'caches']) Reflect.deleteProperty(window, name)
  for (const name of ['serviceWorker', 'storage', 'onLine']) Reflect.deleteProperty(navigator, name)
}

/** Makes the browser report that it is online or offline. Requests still work. */
export function setOnline(isOnline: boolean) {
  define(navigator, 'onLine', isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value })
