import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope

/** What a page may ask (apps/web/src/device/worker-updates.ts). */
interface Asked {
  /** Whether this worker is of the same build as the page with this script; the answer goes back by the port. */
  isFrom?: string
  takeOver?: true
}

/**
 * A new version waits until its user wants it: a page that is open goes on with the files it began with. The first one that
 * keeps files has nobody to wait for, also where an older worker only showed pushes.
 */
export function changeOverGently() {
  // Asked before the files of this version are laid there.
  const isFirst = caches.has(cacheNames.precache).then(has => !has)
  self.addEventListener('install', event => event.waitUntil(isFirst.then(is => (is ? self.skipWaiting() : undefined))))
  self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

  self.addEventListener('message', event => {
    const { isFrom, takeOver } = (event.data ?? {}) as Asked
    if (typeof isFrom === 'string') event.ports[0]?.postMessage(getCacheKeyForURL(isFrom) !== undefined)
    if (takeOver) event.waitUntil(self.skipWaiting())
  })
}
