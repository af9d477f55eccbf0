import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

/**
 * Lets through whoever sends `token` as a bearer, or, for pages that a browser opens, as `?token=`. Everybody else gets
 * the answer of a route that does not exist. Nothing else of a request counts: behind a plain proxy every caller has a
 * loopback address, and whatever `Host` the proxy sets.
 */
export const operatorsOnly =
  (token: string, { isPage = false } = {}): MiddlewareHandler =>
  async (c, next) => {
    const isAllowed =
      isSame(c.req.header('authorization') ?? '', `Bearer ${token}`) ||
      (isPage && isSame(c.req.query('token') ?? '', token))
    if (!isAllowed) throw new AppError('not_found')
    await next()
  }

/** The query that lets links and forms of such a page pass as well; empty for callers who send a bearer. */
export function operatorQuery(c: Context): string {
  const token = c.req.query('token')
  return token ? `?${new URLSearchParams({ token })}` : ''
}

const isSame = (given: string, right: string): boolean => timingSafeEqual(digest(given), digest(right))
const digest = (text: string) => createHash('sha256').update(text).digest()
