import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope

/** Messages from pages (apps/web/src/device/worker-updates.ts). */
interface Message {
  /** Asks whether this worker belongs to the same build as the page with this script. The reply is sent to the port. */
  isFrom?: string
  takeOver?: true
}

/**
 * A new version waits until the user accepts it, so that open pages keep the files they started with. The first version with a
 * file cache doesn't wait, even if it replaces an older worker that only showed push notifications.
 */
export function updateOnRequest() {
  // Checked before the files of this version are cached.
  const isFirst = caches.has(cacheNames.precache).then(has => !has)
  self.addEventListener('install', event =>
    event.waitUntil(isFirst.then(first => (first ? self.skipWaiting() : undefined))),
  )
  self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

  self.addEventListener('message', event => {
    const { isFrom, takeOver } = (event.data ?? {}) as Message
    if (typeof isFrom === 'string') event.ports[0]?.postMessage(getCacheKeyForURL(isFrom) !== undefined)
    if (takeOver) event.waitUntil(self.skipWaiting())
  })
}
