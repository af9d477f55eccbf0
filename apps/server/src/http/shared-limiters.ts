import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { LimitClass, Limiter, LimiterFactory } from './limits.ts'

/**
 * Classes that are counted on every call take so many calls out of the allowance at once, so that nine of ten calls ask
 * nobody. A process that stops or idles may leave that many unused: at most one in sixty.
 */
const batches: Partial<Record<LimitClass, number>> = { user: 10 }

/** Classes that anybody can flood: who is over the limit is refused from memory until the time is up, without the database. */
const flooded: readonly LimitClass[] = ['user', 'hook', 'public']

/** Counts in PostgreSQL, for all processes together. */
export const sharedLimiters =
  (pool: Pool): LimiterFactory =>
  (name, options) => {
    const batch = batches[name]
    const limiter = new RateLimiterPostgres({
      ...options,
      keyPrefix: name,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The hourly housekeeping does that, once for all classes.
      clearExpiredByTimeout: false,
      ...(flooded.includes(name) ? { inMemoryBlockOnConsumed: options.points + 1 } : {}),
    })
    return batch ? inBatches(limiter, batch) : limiter
  }

interface Lease {
  left: number
  /** On the clock of the process. */
  until: number
}

function inBatches(limiter: RateLimiterPostgres, batch: number): Limiter {
  const leases = new Map<string, Promise<Lease>>()

  const drop = (key: string, lease: Promise<Lease>) => {
    if (leases.get(key) === lease) leases.delete(key)
  }

  function take(key: string): Promise<Lease> {
    const taking = limiter.consume(key, batch).then(({ msBeforeNext }) => {
      setTimeout(drop, msBeforeNext, key, taking).unref()
      return { left: batch, until: performance.now() + msBeforeNext }
    })
    taking.catch(() => drop(key, taking))
    leases.set(key, taking)
    return taking
  }

  return {
    async consume(key) {
      for (;;) {
        // Calls that come at the same time share one look.
        const taking = leases.get(key) ?? take(key)
        const lease = await taking
        if (lease.left > 0 && performance.now() < lease.until) {
          lease.left--
          return
        }
        drop(key, taking)
      }
    },
    async delete(key) {
      leases.delete(key)
      await limiter.delete(key)
    },
    reward: key => limiter.reward(key),
  }
}
