import { Agent, ProxyAgent } from 'undici'
import { type OutboundFetch, outboundFetch } from '../outbound/fetch.ts'
import { atTwin, guardedFetch } from '../outbound/guarded-fetch.ts'

export interface GatewayConfig {
  /** Where every address of YouTube is asked instead: a twin. The true host travels in `x-original-host`. */
  baseUrl?: string
  /** Ways out in order of preference: `direct`, or the URL of an HTTP or SOCKS5 proxy. */
  routes?: readonly string[]
}

export interface Route {
  /** For logs and health: `direct`, or the proxy's host without its credentials. */
  name: string
  fetch: OutboundFetch
  /** For the addresses of sound, which YouTube's answers tell: of its media servers only. They hold for who asked alone. */
  fetchSound: OutboundFetch
}

const mediaHosts = { has: (host: string) => host.endsWith('.googlevideo.com') }

/** The only way to YouTube: no request leaves but through one of these routes. */
export const youtubeRoutes = ({ baseUrl, routes = ['direct'] }: GatewayConfig): Route[] =>
  routes.map(route => {
    const connect = { timeout: 5_000 }
    const dispatcher =
      route === 'direct' ? new Agent({ connect }) : new ProxyAgent({ uri: route, connect, requestTls: connect })
    const fetch = outboundFetch(dispatcher)
    return {
      name: route === 'direct' ? route : new URL(route).host,
      fetch: withConsent(baseUrl === undefined ? fetch : redirected(fetch, baseUrl)),
      fetchSound: guardedFetch({
        hosts: mediaHosts,
        ...(baseUrl === undefined ? {} : { twinUrl: baseUrl }),
        ...(route === 'direct' ? {} : { proxy: route }),
      }),
    }
  })

/**
 * The answer to the question about cookies, which YouTube's pages ask first in Europe. A request for data is not asked it.
 */
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
    const { url, headers } = atTwin(new URL(request.url), baseUrl)
    return fetch({ ...request, url, headers: { ...request.headers, ...headers } })
  }
