import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Busyness {
  /** Resolves as soon as a statement could be sent to the database: every connection may be in use. */
  databaseTurn(): Promise<void>
  /** Called for each request that is refused. */
  onRefused(): void
}

/**
 * How many requests may be answered at the same time. Never fewer than `least`: a page that loads fifty pictures is no overload.
 * While nothing is late the limit grows, since many requests wait for a service elsewhere and keep nobody busy.
 */
const limits = { least: 64, most: 1_000, growth: 1.1, shrinking: 0.8 }
/** How late the event loop may be, and how long a statement may wait for a connection. */
const lateAfterMs = { eventLoop: 20, database: 50 }
const sampleEveryMs = 25
/** How much the newest sample counts: one pause of the garbage collector is no overload. */
const newest = 0.3

/**
 * Refuses requests that this process cannot answer in time. One that accepts more work than it can do gets slower for everybody,
 * until clients give up and all of its work is in vain.
 */
export function createLoadShedder({ databaseTurn, onRefused }: Busyness) {
  let inFlight = 0
  let limit = limits.least
  let sampling: NodeJS.Timeout | undefined
  const lateness = { eventLoop: 0, database: 0 }
  let askedDatabaseAt: number | undefined

  const note = (what: keyof typeof lateness, ms: number) => {
    lateness[what] += newest * (Math.max(0, ms) - lateness[what])
  }

  function sample(): void {
    const dueAt = performance.now() + sampleEveryMs
    sampling = setTimeout(() => {
      const now = performance.now()
      note('eventLoop', now - dueAt)
      if (askedDatabaseAt !== undefined) note('database', now - askedDatabaseAt)
      else askDatabase(now)
      adjust()
      if (inFlight > 0) sample()
      else stopSampling()
    }, sampleEveryMs).unref()
  }

  function askDatabase(now: number): void {
    askedDatabaseAt = now
    const answered = () => {
      note('database', performance.now() - now)
      askedDatabaseAt = undefined
    }
    databaseTurn().then(answered, answered)
  }

  function adjust(): void {
    const isLate = lateness.eventLoop > lateAfterMs.eventLoop || lateness.database > lateAfterMs.database
    if (isLate) limit = Math.max(limits.least, limit * limits.shrinking)
    else if (inFlight > limit / 2) limit = Math.min(limits.most, limit * limits.growth)
  }

  function stopSampling(): void {
    sampling = undefined
    limit = limits.least
    lateness.eventLoop = 0
    lateness.database = 0
  }

  return {
    /**
     * Null when the request may not be answered now. Otherwise it counts until the function it gives is called: when its answer
     * begins, since streams of events and downloads last for hours, and not when its client leaves, since the work goes on.
     */
    admit(request: IncomingMessage): (() => void) | null {
      if (isExempt(request)) return () => {}
      if (inFlight >= limit) {
        onRefused()
        return null
      }
      let state: 'arriving' | 'counted' | 'ended' = 'arriving'
      const count = () => {
        if (state !== 'arriving') return
        state = 'counted'
        inFlight++
        // Few requests need no watching.
        if (!sampling && inFlight > limits.least / 4) sample()
      }
      // A body that arrives slowly keeps nobody busy, and must not keep others out.
      if (hasBody(request)) request.once('end', count)
      else count()
      return () => {
        if (state === 'counted') inFlight--
        state = 'ended'
      }
    },
    /** Seconds; different for each, so that those who were refused do not come back together. */
    retryAfterSeconds: (): number => randomInt(2, 6),
  }
}

export type LoadShedder = ReturnType<typeof createLoadShedder>

/** Operators and balancers look at a busy server most of all, and browsers ask for permission before they ask for anything. */
const isExempt = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'OPTIONS' || /^\/(health|metrics)(\/|\?|$)/.test(url)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
