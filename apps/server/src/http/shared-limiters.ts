import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { LimitClass, Limiter, LimiterFactory } from './limits.ts'

/**
 * Classes that are counted on every call reserve several calls at once, so that nine of ten calls need no query. A process that
 * stops or idles may leave these unused: at most one in sixty.
 */
const batchSizes: Partial<Record<LimitClass, number>> = { user: 10 }

/** Classes that anyone can flood. Keys over the limit are blocked in memory until the limit resets, without a query. */
const floodable: readonly LimitClass[] = ['user', 'hook', 'public']

/** Counts in PostgreSQL, across all processes. */
export const sharedLimiters =
  (pool: Pool): LimiterFactory =>
  (name, options) => {
    const batchSize = batchSizes[name]
    const limiter = new RateLimiterPostgres({
      ...options,
      keyPrefix: name,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The hourly housekeeping deletes expired rows of all classes.
      clearExpiredByTimeout: false,
      ...(floodable.includes(name) ? { inMemoryBlockOnConsumed: options.points + 1 } : {}),
    })
    return batchSize ? inBatches(limiter, batchSize) : limiter
  }

interface Batch {
  remaining: number
  /** Compared with `performance.now()`. */
  expiresAt: number
}

function inBatches(limiter: RateLimiterPostgres, size: number): Limiter {
  const batches = new Map<string, Promise<Batch>>()

  const drop = (key: string, batch: Promise<Batch>) => {
    if (batches.get(key) === batch) batches.delete(key)
  }

  function reserve(key: string): Promise<Batch> {
    const reservation = limiter.consume(key, size).then(({ msBeforeNext }) => {
      setTimeout(drop, msBeforeNext, key, reservation).unref()
      return { remaining: size, expiresAt: performance.now() + msBeforeNext }
    })
    reservation.catch(() => drop(key, reservation))
    batches.set(key, reservation)
    return reservation
  }

  return {
    async consume(key) {
      for (;;) {
        // Concurrent calls share one query.
        const reservation = batches.get(key) ?? reserve(key)
        const batch = await reservation
        if (batch.remaining > 0 && performance.now() < batch.expiresAt) {
          batch.remaining--
          return
        }
        drop(key, reservation)
      }
    },
    async delete(key) {
      batches.delete(key)
      await limiter.delete(key)
    },
    reward: key => limiter.reward(key),
  }
}
