import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** The caller's address: the socket's, or, behind `trustedProxies` proxies, the one that the outermost of them saw. */
export function clientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as Partial<HttpBindings>)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'
  if (trustedProxies === 0) return socket
  const seen = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  return seen.at(-trustedProxies) ?? socket
}

/** The /24 or /64 network of the caller, what one household or office shares: `203.0.113.0/24`, `2001:db8:1:2::/64`. */
export function clientNetwork(c: Context, trustedProxies: number): string {
  const text = clientAddress(c, trustedProxies)
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  const kept = address.kind() === 'ipv4' ? { bytes: 3, suffix: '/24' } : { bytes: 8, suffix: '/64' }
  const bytes = address.toByteArray().map((byte, index) => (index < kept.bytes ? byte : 0))
  return ipaddr.fromByteArray(bytes).toString() + kept.suffix
}
