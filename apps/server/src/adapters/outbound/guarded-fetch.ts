import { Agent, type Dispatcher } from 'undici'
import { OutboundError, type OutboundFetch, outboundFetch } from './fetch.ts'
import { type GuardedConnectorConfig, guardedConnector } from './guarded-connector.ts'

export interface GuardedFetchConfig {
  /** Allowed hosts, matched exactly, or `any` host with a public address. */
  hosts: { has(hostname: string): boolean } | 'any'
  /** Base URL of a fake that is called instead of all hosts. Only the fake may run on the local machine. */
  fakeUrl?: string
  /** Replaces our own connections, for example by a proxy. Allowed hosts are still checked, but their addresses are up to the proxy. */
  dispatcher?: () => Dispatcher
  connector?: GuardedConnectorConfig
}

const MAX_REDIRECTS = 2

/**
 * Fetches URLs that users influence: only https on port 443, allowed hosts, public addresses, no credentials, and at most two redirects
 * that pass the same checks. The deadline covers all redirects. Throws `OutboundError` with reason `refused` before sending anything.
 */
export const guardedFetch = ({ hosts, fakeUrl, dispatcher, connector }: GuardedFetchConfig): OutboundFetch => {
  const fetch = outboundFetch(dispatcher ?? dispatcherFor({ fakeUrl, connector }))

  return async request => {
    const deadlineAt = performance.now() + request.deadlineMs
    let url = request.url
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const allowed = allowedUrl(url, hosts)
      const target = fakeUrl === undefined ? { url: allowed.href, headers: {} } : rewriteToFake(allowed, fakeUrl)
      const deadlineMs = Math.max(1, Math.ceil(deadlineAt - performance.now()))
      const headers = { ...request.headers, ...target.headers }
      const response = await fetch({ ...request, url: target.url, headers, deadlineMs })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) return response
      if (!URL.canParse(location, allowed.href)) throw new OutboundError('refused', 'redirect to an invalid URL')
      url = new URL(location, allowed).href
    }
    throw new OutboundError('refused', `more than ${MAX_REDIRECTS} redirects`)
  }
}

const dispatcherFor = ({ fakeUrl, connector }: Pick<GuardedFetchConfig, 'fakeUrl' | 'connector'>): Dispatcher =>
  fakeUrl === undefined ? new Agent({ connect: guardedConnector(connector), pipelining: 1 }) : new Agent()

/** Points `url` at a fake, with a header that names the original host. */
export const rewriteToFake = (url: URL, fakeUrl: string): { url: string; headers: { 'x-original-host': string } } => ({
  url: `${new URL(fakeUrl).origin}${url.pathname}${url.search}`,
  headers: { 'x-original-host': url.host },
})

const allowedUrl = (text: string, hosts: GuardedFetchConfig['hosts']): URL => {
  if (!URL.canParse(text)) throw new OutboundError('refused', 'invalid URL')
  const url = new URL(text)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isPlain || (hosts !== 'any' && !hosts.has(url.hostname)))
    throw new OutboundError('refused', `${url.protocol}//${url.host}`)
  return url
}
