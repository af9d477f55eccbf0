import { Agent, type Dispatcher } from 'undici'
import { OutboundError, type OutboundFetch, outboundFetch } from './fetch.ts'
import { type GuardedConnectorConfig, guardedConnector } from './guarded-connector.ts'

export interface GuardedFetchConfig {
  /** The hosts that may be asked, such as a set of them spelled exactly; or any whose address is public. */
  hosts: { has(hostname: string): boolean } | 'any'
  /** Asks this address in place of all of them: a fake. It alone may lie on this machine. */
  fakeUrl?: string
  /** The way out in place of our own connections, such as a proxy: what it may reach is its own affair, which hosts it is asked for is ours. */
  over?: () => Dispatcher
  connector?: GuardedConnectorConfig
}

const MAX_REDIRECTS = 2

/**
 * For addresses that a user had a hand in: https on port 443, hosts of a list, public addresses, no credentials, at most
 * two redirects that are held to the same. The deadline counts over all of them. Throws `OutboundError` of reason
 * `refused` before anything leaves.
 */
export const guardedFetch = ({ hosts, fakeUrl, over, connector }: GuardedFetchConfig): OutboundFetch => {
  const fetch = outboundFetch(over ?? dispatcherFor({ fakeUrl, connector }))

  return async request => {
    const untilMs = performance.now() + request.deadlineMs
    let url = request.url
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const allowed = allowedUrl(url, hosts)
      const target = fakeUrl === undefined ? { url: allowed.href, headers: {} } : atFake(allowed, fakeUrl)
      const deadlineMs = Math.max(1, Math.ceil(untilMs - performance.now()))
      const headers = { ...request.headers, ...target.headers }
      const answer = await fetch({ ...request, url: target.url, headers, deadlineMs })
      const location = answer.headers.get('location')
      if (answer.status < 300 || answer.status >= 400 || location === null) return answer
      if (!URL.canParse(location, allowed.href)) throw new OutboundError('refused', 'redirect to nowhere')
      url = new URL(location, allowed).href
    }
    throw new OutboundError('refused', `more than ${MAX_REDIRECTS} redirects`)
  }
}

const dispatcherFor = ({ fakeUrl, connector }: Pick<GuardedFetchConfig, 'fakeUrl' | 'connector'>): Dispatcher =>
  fakeUrl === undefined ? new Agent({ connect: guardedConnector(connector), pipelining: 1 }) : new Agent()

/** The address at a fake that stands for `url`, and the header that says which host was meant. */
export const atFake = (url: URL, fakeUrl: string): { url: string; headers: { 'x-original-host': string } } => ({
  url: `${new URL(fakeUrl).origin}${url.pathname}${url.search}`,
  headers: { 'x-original-host': url.host },
})

const allowedUrl = (text: string, hosts: GuardedFetchConfig['hosts']): URL => {
  if (!URL.canParse(text)) throw new OutboundError('refused', 'not an address')
  const url = new URL(text)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isPlain || (hosts !== 'any' && !hosts.has(url.hostname)))
    throw new OutboundError('refused', `${url.protocol}//${url.host}`)
  return url
}
