import { isIPv4, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/**
 * The address of the socket or, with trusted proxies, the one that the outermost of them reported. Falls back to the socket if
 * that entry is not an address: entries further left in the header can be forged by the caller.
 */
function clientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as Partial<HttpBindings>)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'
  if (trustedProxies === 0) return socket
  const entries = (c.req.header('x-forwarded-for') ?? '').split(',')
  return parseAddress(entries.at(-trustedProxies) ?? '') ?? socket
}

/** Parses `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1` or `[2001:db8::1]:443`, optionally in quotes. Drops the port. */
function parseAddress(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, v4] = /^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? []
  if (v4 !== undefined) return isIPv4(v4) ? v4 : null
  const [, v6 = text] = /^\[(.*)\](?::\d{1,5})?$/.exec(text) ?? []
  return isIPv6(v6) ? v6 : null
}

/** The caller's /24 or /64 network, which a household or office shares: `203.0.113.0/24`, `2001:db8:1:2::/64`. */
export function clientNetwork(c: Context, trustedProxies: number): string {
  const network = networkOf(clientAddress(c, trustedProxies), { ipv4: 3, ipv6: 8 })
  if (network === null) return 'unknown'
  return network + (network.includes(':') ? '/64' : '/24')
}

/** The first address of the caller's /24 or /48 network, which is all that third parties get; null without a valid address. */
export const shortNetwork = (c: Context, trustedProxies: number): string | null =>
  networkOf(clientAddress(c, trustedProxies), { ipv4: 3, ipv6: 6 })

/** Keeps the first bytes of an address and sets the others to zero. */
function networkOf(text: string, keptBytes: { ipv4: number; ipv6: number }): string | null {
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  const kept = keptBytes[address.kind()]
  return ipaddr.fromByteArray(address.toByteArray().map((byte, index) => (index < kept ? byte : 0))).toString()
}
