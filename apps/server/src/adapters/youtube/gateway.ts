import { type OutboundFetch, outboundFetch } from '../outbound/fetch.ts'
import { guardedFetch, rewriteToFake } from '../outbound/guarded-fetch.ts'
import { type OutboundRoute, openRoute, type RouteConnections, routeName } from '../outbound/outbound-route.ts'

export interface GatewayConfig {
  /** URL of a fake that replaces all YouTube hosts. The original host is sent in `x-original-host`. */
  baseUrl?: string
  /** In order of preference. */
  routes?: readonly OutboundRoute[]
}

export interface Route extends Partial<Pick<RouteConnections, 'switchExit'>> {
  /** For logs and health: `direct`, or the proxy's host without credentials. */
  name: string
  fetch: OutboundFetch
  /** For audio URLs from player responses; allows YouTube's media servers only. The URLs work only over the route that got them. */
  fetchAudio: OutboundFetch
  /** Number of exits used so far; `switchExit` switches to another one. */
  exit?: RouteConnections['exit']
  /** The proxy as a URL, for programs that open their own connections. */
  proxy?: string
}

const mediaHosts = { has: (host: string) => host.endsWith('.googlevideo.com') }

/** Opens the outbound routes. Every request to YouTube goes through one of them. */
export const youtubeRoutes = ({ baseUrl, routes = [{ kind: 'direct' }] }: GatewayConfig): Route[] => {
  const names = namesOf(routes)
  return routes.map((way, at) => {
    const { dispatcher, exit, switchExit } = openRoute(way)
    const fetch = outboundFetch(dispatcher)
    return {
      name: names[at]!,
      exit,
      ...(switchExit ? { switchExit } : {}),
      ...(way.kind === 'proxy' ? { proxy: way.url } : {}),
      fetch: withConsent(baseUrl === undefined ? fetch : redirected(fetch, baseUrl)),
      fetchAudio: guardedFetch({
        hosts: mediaHosts,
        ...(baseUrl === undefined ? {} : { fakeUrl: baseUrl }),
        ...(way.kind === 'direct' ? {} : { dispatcher }),
      }),
    }
  })
}

/** Makes the names unique: two users of one proxy are two exits. */
function namesOf(routes: readonly OutboundRoute[]): string[] {
  const names = routes.map(routeName)
  return names.map((name, at) => {
    const before = names.slice(0, at).filter(other => other === name).length
    return before === 0 ? name : `${name}#${before + 1}`
  })
}

/** Sends the cookie that skips YouTube's consent page, which European visitors see first. API requests do not need it. */
const withConsent =
  (fetch: OutboundFetch): OutboundFetch =>
  request => {
    const { method = 'GET', headers } = request
    const isPage = method === 'GET' && isYoutube(new URL(request.url).hostname)
    return fetch(isPage ? { ...request, headers: { ...headers, cookie: 'SOCS=CAI' } } : request)
  }

const isYoutube = (host: string): boolean => host === 'youtube.com' || host.endsWith('.youtube.com')

const redirected =
  (fetch: OutboundFetch, baseUrl: string): OutboundFetch =>
  request => {
    const { url, headers } = rewriteToFake(new URL(request.url), baseUrl)
    return fetch({ ...request, url, headers: { ...request.headers, ...headers } })
  }
