import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { Agent, type buildConnector, type Dispatcher, ProxyAgent } from 'undici'

/** One way out to the internet, as a setting names it. */
export type WayOut =
  | { kind: 'direct' }
  /** An HTTP or SOCKS5 proxy. `isRotating`: each new connection comes out at another address. */
  | { kind: 'proxy'; url: string; isRotating: boolean }
  /** From an address of our own that is drawn from this prefix. */
  | { kind: 'ipv6'; prefix: string }

/** What a way out is called in logs, figures and commands: never with its password. */
export function nameOfWayOut(way: WayOut): string {
  if (way.kind === 'direct') return 'direct'
  return way.kind === 'ipv6' ? `ipv6:${way.prefix}` : new URL(way.url).host
}

/** Connections over one way out, all of the same exit as far as we can tell. */
export interface Exits {
  /** Counts the exits that were taken so far. */
  exit(): number
  dispatcher(): Dispatcher
  /** Leaves this exit for another, unless somebody has left it already. Absent where there is only one. */
  leave?(exit: number): void
}

const connect = { timeout: 5_000 }

export function openWayOut(way: WayOut): Exits {
  let exit = 1
  let current = connectionsOver(way)
  const leave = (left: number) => {
    if (left !== exit) return
    exit += 1
    // What is on its way over the old connections may end.
    void current.close().catch(() => {})
    current = connectionsOver(way)
  }
  return { exit: () => exit, dispatcher: () => current, ...(hasMoreExits(way) ? { leave } : {}) }
}

const hasMoreExits = (way: WayOut): boolean =>
  way.kind === 'ipv6' ? ipaddr.IPv6.parseCIDR(way.prefix)[1] < 128 : way.kind === 'proxy' && way.isRotating

function connectionsOver(way: WayOut): Dispatcher {
  switch (way.kind) {
    case 'direct':
      return new Agent({ connect })
    case 'ipv6':
      return new Agent({
        connect: { ...connect, localAddress: addressIn(way.prefix), family: 6 } as buildConnector.BuildOptions,
      })
    case 'proxy':
      return way.isRotating ? overOneConnection(proxyAgent(way.url, { connections: 1 })) : proxyAgent(way.url)
  }
}

/** Through a tunnel always, as https needs it: whoever forwards plain requests opens connections of its own. */
const proxyAgent = (uri: string, more: { connections?: number } = {}) => {
  const { username, password } = new URL(uri)
  // Undici decodes them for HTTP proxies only.
  const login = username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}
  return new ProxyAgent({ uri, connect, requestTls: connect, proxyTunnel: true, ...more, ...login })
}

/** Two connections are two exits. The agent for SOCKS5 takes the number from each request, the one for HTTP from its options. */
const overOneConnection = (agent: Dispatcher): Dispatcher =>
  agent.compose(dispatch => (options, handler) => dispatch({ ...options, connections: 1 } as typeof options, handler))

/** An address drawn from all that begin like the prefix, such as `2001:db8::9c1f:…` from `2001:db8::/64`. */
export function addressIn(prefix: string): string {
  const [network, bits] = ipaddr.IPv6.parseCIDR(prefix)
  const bytes = network.toByteArray()
  const drawn = randomBytes(bytes.length)
  const mixed = bytes.map((byte, at) => {
    const kept = Math.max(0, Math.min(8, bits - at * 8))
    const mask = (0xff << (8 - kept)) & 0xff
    return (byte & mask) | (drawn[at]! & ~mask & 0xff)
  })
  return new ipaddr.IPv6(mixed).toString()
}
