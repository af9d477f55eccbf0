import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** Whether the caller is on this machine. A proxy here comes from the loopback address too, but says for whom it asks. */
export function isLocal(c: Context): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some(name => c.req.header(name))
  const address = (c.env as Partial<HttpBindings>)?.incoming?.socket?.remoteAddress ?? ''
  return !isForwarded && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/**
 * Whether somebody sits at this machine and asks it by its own name: a page elsewhere may lead a name of its own here
 * (DNS rebinding).
 */
export const isAtThisMachine = (c: Context): boolean =>
  isLocal(c) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(c.req.header('host') ?? '')
