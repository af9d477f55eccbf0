import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface LoadShedderDeps {
  /** Resolves when a database connection is free. */
  waitForDatabase(): Promise<void>
  /** Called for each rejected request. */
  onRejected(): void
}

/**
 * The limit of parallel requests. At least `min`, because a page that loads fifty pictures is no overload. While nothing is
 * late the limit grows: many requests only wait for other services and use no resources of this process.
 */
const limits = { min: 64, max: 1_000, growth: 1.1, shrinking: 0.8 }
/** Tolerated delay of the event loop, and wait for a database connection. */
const maxDelayMs = { eventLoop: 20, database: 50 }
const sampleEveryMs = 25
/** Weight of the newest sample: a single pause of the garbage collector is no overload. */
const newestWeight = 0.3

/**
 * Rejects requests that this process cannot answer in time. A process that accepts more work than it can do becomes slower
 * for all clients, until they give up and all its work is wasted.
 */
export function createLoadShedder({ waitForDatabase, onRejected }: LoadShedderDeps) {
  let inFlight = 0
  let limit = limits.min
  let sampling: NodeJS.Timeout | undefined
  const delays = { eventLoop: 0, database: 0 }
  let databaseProbedAt: number | undefined

  const record = (kind: keyof typeof delays, ms: number) => {
    delays[kind] += newestWeight * (Math.max(0, ms) - delays[kind])
  }

  function sample(): void {
    const dueAt = performance.now() + sampleEveryMs
    sampling = setTimeout(() => {
      const now = performance.now()
      record('eventLoop', now - dueAt)
      if (databaseProbedAt !== undefined) record('database', now - databaseProbedAt)
      else probeDatabase(now)
      adjust()
      if (inFlight > 0) sample()
      else stopSampling()
    }, sampleEveryMs).unref()
  }

  function probeDatabase(now: number): void {
    databaseProbedAt = now
    const onFree = () => {
      record('database', performance.now() - now)
      databaseProbedAt = undefined
    }
    waitForDatabase().then(onFree, onFree)
  }

  function adjust(): void {
    const isOverloaded = delays.eventLoop > maxDelayMs.eventLoop || delays.database > maxDelayMs.database
    if (isOverloaded) limit = Math.max(limits.min, limit * limits.shrinking)
    else if (inFlight > limit / 2) limit = Math.min(limits.max, limit * limits.growth)
  }

  function stopSampling(): void {
    sampling = undefined
    limit = limits.min
    delays.eventLoop = 0
    delays.database = 0
  }

  return {
    /**
     * Returns null if the request must be rejected. Otherwise the request counts until the caller calls the returned function:
     * when the response starts, because event streams and downloads can last for hours; not when the client disconnects,
     * because the work continues.
     */
    admit(request: IncomingMessage): (() => void) | null {
      if (isExempt(request)) return () => {}
      if (inFlight >= limit) {
        onRejected()
        return null
      }
      let state: 'arriving' | 'counted' | 'ended' = 'arriving'
      const count = () => {
        if (state !== 'arriving') return
        state = 'counted'
        inFlight++
        // A few requests cannot cause an overload, so there is no need to measure.
        if (!sampling && inFlight > limits.min / 4) sample()
      }
      // A slowly arriving body uses no resources, so it must not take the place of other requests.
      if (hasBody(request)) request.once('end', count)
      else count()
      return () => {
        if (state === 'counted') inFlight--
        state = 'ended'
      }
    },
    /** Random, so that rejected clients do not all retry at the same time. */
    retryAfterSeconds: (): number => randomInt(2, 6),
  }
}

export type LoadShedder = ReturnType<typeof createLoadShedder>

/** Health checks, metrics and CORS preflights are always answered: operators and load balancers need them most under load. */
const isExempt = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'OPTIONS' || /^\/(health|metrics)(\/|\?|$)/.test(url)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
