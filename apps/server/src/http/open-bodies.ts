import type { HttpBindings } from '@hono/node-server'
import type { FailureCode } from '@recaps/contract/failures'
import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { clientNetwork } from './client-address.ts'
import type { Env } from './router.ts'

/**
 * How many request bodies this process receives at the same time. Each takes memory or disk until it is whole, however
 * slowly it arrives, and limits of requests per minute say nothing about that.
 */
const mostOpen = {
  /** Uploaded files of one user. */
  uploads: 3,
  /** Other bodies of one user. */
  ofUser: 20,
  /** Bodies from one network without a session. */
  ofNetwork: 50,
}
const retryAfterSeconds = 10

export interface OpenBodies {
  /** Reads a body of a caller without an upload. Throws `too_many_requests` when too many others are still arriving. */
  reading<T>(c: Context<Env>, read: () => Promise<T>): Promise<T>
  /** Takes an uploaded file of the user. Throws `too_many_uploads`, before `take` is called, when too many others are open. */
  uploading<T>(userId: number, take: () => Promise<T>): Promise<T>
}

export function createOpenBodies(trustedProxies: number): OpenBodies {
  const open = new Map<string, number>()

  async function oneOf<T>(key: string, most: number, code: FailureCode, work: () => Promise<T>): Promise<T> {
    const others = open.get(key) ?? 0
    if (others >= most) throw new AppError(code, undefined, { retryAfterSeconds })
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
    async reading(c, read) {
      // Whole already, as almost every body is by now: nothing is waited for.
      if ((c.env as Partial<HttpBindings> | undefined)?.incoming?.complete) return await read()
      const session = c.get('session')
      return session
        ? await oneOf(`user ${session.userId}`, mostOpen.ofUser, 'too_many_requests', read)
        : await oneOf(`network ${clientNetwork(c, trustedProxies)}`, mostOpen.ofNetwork, 'too_many_requests', read)
    },
    uploading: (userId, take) => oneOf(`uploads ${userId}`, mostOpen.uploads, 'too_many_uploads', take),
  }
}
