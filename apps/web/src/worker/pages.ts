import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The build inserts the list of its files (apps/web/build/precache.ts). */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const page = '/app.html'
/** A server that doesn't respond within this time counts as unreachable. */
const timeoutMs = 4_000

/** URLs that the app doesn't handle: the server's own routes, prerendered public pages, and files. */
const notInApp = [
  /^\/(api|audio|thumbnails|health|metrics|dev|google|apple|\.well-known)(\/|$)/,
  /^\/(landing|faq|terms|privacy)\/?$/,
  /^\/auth\/callback/,
  /\.\w+$/,
]

/**
 * Makes the app open offline. Online, its page comes from the server, because the settings in it (such as sign-in methods and the
 * content security policy) can change without a new build.
 */
export function servePages() {
  precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
  registerRoute(new NavigationRoute(({ request }) => networkFirst(request), { denylist: notInApp }))
}

async function networkFirst(request: Request): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const response = await fetch(request, { signal: abort.signal })
    // If the server is down, a proxy may respond with an error.
    return response.status >= 500 ? ((await matchPrecache(page)) ?? response) : response
  } catch (error) {
    const cached = await matchPrecache(page)
    if (cached) return cached
    throw error
  } finally {
    clearTimeout(timer)
  }
}
