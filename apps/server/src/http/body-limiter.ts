import type { HttpBindings } from '@hono/node-server'
import type { FailureCode } from '@recaps/contract/failures'
import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { clientNetwork } from './client-address.ts'
import type { RouterEnv } from './router.ts'

/**
 * Maximum number of request bodies that arrive at the same time. Each uses memory or disk until it is complete, even if it
 * arrives very slowly, so a rate limit is not enough.
 */
const maxOpen = {
  /** Uploaded files of one user. */
  uploads: 3,
  /** Other bodies of one user. */
  perUser: 20,
  /** Bodies from one network without a session. */
  perNetwork: 50,
}
const retryAfterSeconds = 10

export interface BodyLimiter {
  /** Reads a body that is not an upload. Throws `too_many_requests` if too many others are still arriving. */
  limitRead<T>(c: Context<RouterEnv>, read: () => Promise<T>): Promise<T>
  /** Receives a file uploaded by the user. Throws `too_many_uploads` without calling `take` if too many others are open. */
  limitUpload<T>(userId: number, take: () => Promise<T>): Promise<T>
}

export function createBodyLimiter(trustedProxies: number): BodyLimiter {
  const open = new Map<string, number>()

  async function limited<T>(key: string, max: number, code: FailureCode, work: () => Promise<T>): Promise<T> {
    const others = open.get(key) ?? 0
    if (others >= max) throw new AppError(code, undefined, { retryAfterSeconds })
    open.set(key, others + 1)
    try {
      return await work()
    } finally {
      const left = open.get(key)! - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
  }

  return {
    async limitRead(c, read) {
      // Almost every body is already complete, so there is nothing to wait for.
      if ((c.env as Partial<HttpBindings> | undefined)?.incoming?.complete) return await read()
      const session = c.get('session')
      return session
        ? await limited(`user ${session.userId}`, maxOpen.perUser, 'too_many_requests', read)
        : await limited(`network ${clientNetwork(c, trustedProxies)}`, maxOpen.perNetwork, 'too_many_requests', read)
    },
    limitUpload: (userId, take) => limited(`uploads ${userId}`, maxOpen.uploads, 'too_many_uploads', take),
  }
}
