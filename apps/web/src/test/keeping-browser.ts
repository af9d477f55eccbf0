import { IDBFactory } from 'fake-indexeddb'

interface Room {
  quota: number
  usage: number
}

export interface KeepingBrowser {
  /** The paths of the files that lie here. */
  files(): string[]
  /** What the browser says of its room. */
  room: Room
  wasAskedToStay: boolean
}

/** A browser that lets a site keep things, which jsdom does not. */
export function installKeeping(room: Room = { quota: 2_000_000_000, usage: 0 }): KeepingBrowser {
  const files = new Map<string, Response>()
  const browser: KeepingBrowser = { files: () => [...files.keys()], room, wasAskedToStay: false }
  const cache = {
    async put(path: string, response: Response) {
      files.set(path, new Response(await response.arrayBuffer()))
    },
    delete: async (path: string) => files.delete(path),
  }
  lay(window, 'indexedDB', new IDBFactory())
  lay(window, 'caches', {
    open: async () => cache,
    match: async (path: string) => files.get(path)?.clone(),
    async delete() {
      files.clear()
      return true
    },
  })
  lay(navigator, 'serviceWorker', Object.assign(new EventTarget(), neverReady))
  lay(navigator, 'storage', {
    estimate: async () => browser.room,
    async persist() {
      browser.wasAskedToStay = true
      return true
    },
  })
  return browser
}

/** Its own part is tried in a real browser (e2e/journeys/offline.spec.ts). */
const neverReady = {
  register: async () => {},
  ready: new Promise(() => {}),
  getRegistration: async () => undefined,
  startMessages() {},
}

export function removeKeeping() {
  for (const name of ['indexedDB', 'caches']) Reflect.deleteProperty(window, name)
  for (const name of ['serviceWorker', 'storage', 'onLine']) Reflect.deleteProperty(navigator, name)
}

/** Takes the network away, or brings it back, as far as the browser tells of it. */
export function setOnline(isOnline: boolean) {
  lay(navigator, 'onLine', isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

const lay = (on: object, name: string, value: unknown) => Object.defineProperty(on, name, { configurable: true, value })
