import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

/**
 * Requires `token` as a bearer token or, for pages opened in a browser, as `?token=`. Other requests get the 404 of a missing
 * route. Address and `Host` are not checked: behind a plain proxy every caller has a loopback address and the `Host` that the
 * proxy sets.
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

/** The query with the token for links and forms of such a page; empty for callers who send a bearer token. */
export function operatorQuery(c: Context): string {
  const token = c.req.query('token')
  return token ? `?${new URLSearchParams({ token })}` : ''
}

const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()
