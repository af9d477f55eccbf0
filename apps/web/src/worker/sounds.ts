import { createPartialResponse } from 'workbox-range-requests'
import { registerRoute } from 'workbox-routing'

/** Where the app lays what its user keeps offline, by path without its signature (apps/web/src/device/kept-sounds.ts). */
const cacheName = 'kept-sounds'

/**
 * A recording that is kept on this device is heard from here, also with a network. Browsers seek by asking for a range of bytes,
 * and Safari plays nothing that is not answered with one.
 */
export function answerKeptSounds() {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/(audio|thumbnails)\//.test(url.pathname),
    async ({ request, url }) => {
      const kept = await caches.match(url.origin + url.pathname, { cacheName })
      if (!kept) return await fetch(request)
      return request.headers.has('range') ? await createPartialResponse(request, kept) : kept
    },
  )
}
