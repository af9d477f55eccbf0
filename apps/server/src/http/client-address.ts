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

/** The /24 or /64 network of the caller: what one household or office shares. */
export function clientNetwork(c: Context, trustedProxies: number): string {
  const text = clientAddress(c, trustedProxies)
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  const bytes = address.toByteArray().slice(0, address.kind() === 'ipv4' ? 3 : 8)
  return `${address.kind()}:${Buffer.from(bytes).toString('hex')}`
}
