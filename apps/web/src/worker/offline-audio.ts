import { createPartialResponse } from 'workbox-range-requests'
import { registerRoute } from 'workbox-routing'

/** The cache of audio saved offline, keyed by path without the signature (apps/web/src/device/offline-files.ts). */
const cacheName = 'kept-sounds'

/**
 * Serves audio that was saved offline from the cache, even when online. Supports range requests: browsers use them to seek, and
 * Safari plays nothing without them.
 */
export function serveOfflineAudio() {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/(audio|thumbnails)\//.test(url.pathname),
    async ({ request, url }) => {
      const cached = await caches.match(url.origin + url.pathname, { cacheName })
      if (!cached) return await fetch(request)
      return request.headers.has('range') ? await createPartialResponse(request, cached) : cached
    },
  )
}
