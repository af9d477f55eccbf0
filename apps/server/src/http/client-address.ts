import { isIPv4, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/**
 * The caller's address: the socket's, or, behind `trustedProxies` proxies, the one that the outermost of them saw. Where that
 * proxy gives no address, the socket's again: what stands further left in the header comes from the caller.
 */
function clientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as Partial<HttpBindings>)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'
  if (trustedProxies === 0) return socket
  const seen = (c.req.header('x-forwarded-for') ?? '').split(',')
  return addressIn(seen.at(-trustedProxies) ?? '') ?? socket
}

/** `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1`, `[2001:db8::1]:443`, each also in quotes, without its port; null for all else. */
function addressIn(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, v4] = /^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? []
  if (v4 !== undefined) return isIPv4(v4) ? v4 : null
  const [, v6 = text] = /^\[(.*)\](?::\d{1,5})?$/.exec(text) ?? []
  return isIPv6(v6) ? v6 : null
}

/** The /24 or /64 network of the caller, what one household or office shares: `203.0.113.0/24`, `2001:db8:1:2::/64`. */
export function clientNetwork(c: Context, trustedProxies: number): string {
  const network = networkOf(clientAddress(c, trustedProxies), { ipv4: 3, ipv6: 8 })
  if (network === null) return 'unknown'
  return network + (network.includes(':') ? '/64' : '/24')
}

/** The first address of the caller's /24 or /48 network, all that is told to others; null when it is none. */
export const shortNetwork = (c: Context, trustedProxies: number): string | null =>
  networkOf(clientAddress(c, trustedProxies), { ipv4: 3, ipv6: 6 })

/** An address with so many of its bytes, and nothing behind. */
function networkOf(text: string, keptBytes: { ipv4: number; ipv6: number }): string | null {
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  const kept = keptBytes[address.kind()]
  return ipaddr.fromByteArray(address.toByteArray().map((byte, index) => (index < kept ? byte : 0))).toString()
}
