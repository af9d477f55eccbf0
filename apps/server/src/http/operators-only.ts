import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import { AppError } from '../errors.ts'

/**
 * Lets through whoever runs the service: with `token` set its bearer, otherwise a caller on the same machine that no
 * proxy speaks for. For everybody else there is nothing here.
 */
export const operatorsOnly =
  (token: string | undefined): MiddlewareHandler =>
  async (c, next) => {
    const isAllowed = token ? isSame(c.req.header('authorization') ?? '', `Bearer ${token}`) : isLocal(c)
    if (!isAllowed) throw new AppError('not_found')
    await next()
  }

const isSame = (given: string, right: string): boolean => timingSafeEqual(digest(given), digest(right))
const digest = (text: string) => createHash('sha256').update(text).digest()

/** A proxy on this machine comes from the loopback address too, but says for whom it asks. */
function isLocal(c: Context): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some(name => c.req.header(name))
  const address = (c.env as Partial<HttpBindings>)?.incoming?.socket?.remoteAddress ?? ''
  return !isForwarded && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
