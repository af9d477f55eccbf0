import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { Agent, type buildConnector, type Dispatcher, ProxyAgent } from 'undici'

/** How outbound connections leave the server, parsed from a setting. */
export type OutboundRoute =
  | { kind: 'direct' }
  /** An HTTP or SOCKS5 proxy. `isRotating`: each new connection gets another exit address. */
  | { kind: 'proxy'; url: string; isRotating: boolean }
  /** Binds to a random local address of this prefix. */
  | { kind: 'ipv6'; prefix: string }

/** Name for logs, metrics and commands, without the proxy's credentials. */
export function routeName(way: OutboundRoute): string {
  if (way.kind === 'direct') return 'direct'
  return way.kind === 'ipv6' ? `ipv6:${way.prefix}` : new URL(way.url).host
}

/** Connections that share an exit address, as far as we can know. */
export interface RouteConnections {
  /** Number of the current exit, starting at 1. */
  exit(): number
  dispatcher(): Dispatcher
  /** Switches from this exit to a new one, unless another caller already has. Absent if there is only one exit. */
  switchExit?(exit: number): void
}

const connect = { timeout: 5_000 }

export function openRoute(way: OutboundRoute): RouteConnections {
  let exit = 1
  let dispatcher = createDispatcher(way)
  const switchExit = (from: number) => {
    if (from !== exit) return
    exit += 1
    // Closes after the requests in progress.
    void dispatcher.close().catch(() => {})
    dispatcher = createDispatcher(way)
  }
  return { exit: () => exit, dispatcher: () => dispatcher, ...(hasMoreExits(way) ? { switchExit } : {}) }
}

const hasMoreExits = (way: OutboundRoute): boolean =>
  way.kind === 'ipv6' ? ipaddr.IPv6.parseCIDR(way.prefix)[1] < 128 : way.kind === 'proxy' && way.isRotating

function createDispatcher(way: OutboundRoute): Dispatcher {
  switch (way.kind) {
    case 'direct':
      return new Agent({ connect })
    case 'ipv6':
      return new Agent({
        connect: { ...connect, localAddress: randomAddressIn(way.prefix), family: 6 } as buildConnector.BuildOptions,
      })
    case 'proxy':
      return way.isRotating ? withOneConnection(proxyAgent(way.url, { connections: 1 })) : proxyAgent(way.url)
  }
}

/** Always tunnels, also plain http: a forwarding proxy would open its own connections. */
const proxyAgent = (uri: string, options: { connections?: number } = {}) => {
  const { username, password } = new URL(uri)
  // Undici decodes credentials only for HTTP proxies.
  const login = username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}
  return new ProxyAgent({ uri, connect, requestTls: connect, proxyTunnel: true, ...options, ...login })
}

/** A second connection would use a second exit. The SOCKS5 agent reads the limit from each request, the HTTP agent from its options. */
const withOneConnection = (agent: Dispatcher): Dispatcher =>
  agent.compose(dispatch => (options, handler) => dispatch({ ...options, connections: 1 } as typeof options, handler))

/** A random address with this prefix, such as `2001:db8::9c1f:…` from `2001:db8::/64`. */
export function randomAddressIn(prefix: string): string {
  const [network, bits] = ipaddr.IPv6.parseCIDR(prefix)
  const bytes = network.toByteArray()
  const random = randomBytes(bytes.length)
  const address = bytes.map((byte, index) => {
    const prefixBits = Math.max(0, Math.min(8, bits - index * 8))
    const mask = (0xff << (8 - prefixBits)) & 0xff
    return (byte & mask) | (random[index]! & ~mask & 0xff)
  })
  return new ipaddr.IPv6(address).toString()
}
