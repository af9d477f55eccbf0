import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import { isLocal } from './local-callers.ts'

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
