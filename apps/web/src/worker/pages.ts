import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The files of this build, written in by it (apps/web/build/precache.ts). */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const page = '/app.html'
/** A server that says nothing for this long is taken for one that cannot be reached. */
const patienceMs = 4_000

/** What the app is not: the server's own addresses, the prerendered pages of strangers, and files. */
const notOfTheApp = [
  /^\/(api|audio|thumbnails|health|metrics|dev|google|apple|\.well-known)(\/|$)/,
  /^\/(landing|faq|terms|privacy)\/?$/,
  /^\/auth\/callback/,
  /\.\w+$/,
]

/**
 * Opens the app without a network. With one, its page comes from the server: what that writes into it (how one signs in, what
 * may be loaded) can change from one day to the next without a new build.
 */
export function answerPages() {
  precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
  registerRoute(new NavigationRoute(({ request }) => freshOrKept(request), { denylist: notOfTheApp }))
}

async function freshOrKept(request: Request): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), patienceMs)
  try {
    const fresh = await fetch(request, { signal: abort.signal })
    // A proxy speaks in the place of a server that is down.
    return fresh.status >= 500 ? ((await matchPrecache(page)) ?? fresh) : fresh
  } catch (error) {
    const kept = await matchPrecache(page)
    if (kept) return kept
    throw error
  } finally {
    clearTimeout(timer)
  }
}
