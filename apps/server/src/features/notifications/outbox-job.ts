import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { JobKind } from '../../jobs/define-job.ts'
import { isHandedBack, restartsAllowed } from '../../jobs/handed-back.ts'
import type { JobRun, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { countWaiting, handBack, type OutboxRow, putOff, setJob, settle, take } from './outbox-repository.ts'
import type { MailPoint, PushPoint } from './points.ts'

export interface OutboxJobDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  /** How long a refused message waits for its one more attempt. */
  retryAfterMs: number
  /** Called after each effect; a test ends the process there. */
  passed(point: MailPoint | PushPoint): void
}

/** One way on which messages leave. */
export interface Way {
  kind: 'mail' | 'push'
  job: JobKind<{ outboxId: number }>
  /**
   * Hands the message over; `dropped` when nobody wants it any more, `lost` when another run has it by now. Throws when it
   * was refused.
   */
  deliver(row: OutboxRow, run: JobRun): Promise<'sent' | 'dropped' | 'lost'>
  /** What follows in the transaction that gives the message up. */
  givenUp?(row: OutboxRow): Promise<((trx: Trx) => Promise<unknown>) | undefined>
}

/** A failed message gets exactly one automatic retry. */
const attemptsAllowed = 2

/** Sends the messages of the outbox that leave this way, one job each. */
export async function workOutbox(way: Way, deps: OutboxJobDeps): Promise<void> {
  const { db, clock, metrics, passed } = deps
  const places = placesOfUsers(way.job.concurrencyPerUser)
  await deps.queue.work(way.job, async ({ outboxId }, run) => {
    const row = await take(db, outboxId, run)
    if (!row) return
    if (!places.take(row.user_id)) return await waitForPlace(row, way, deps)
    passed(`${way.kind}-begun`)
    try {
      if (run.restarts > restartsAllowed) throw diedTooOften(way)
      const outcome = await way.deliver(row, run)
      if (outcome === 'lost' || !(await settle(db, row, outcome, clock.now()))) return
      metrics.messageEnded(way.kind, row.template, outcome)
      passed(`${way.kind}-sent`)
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      await refuse(row, error, run, way, deps)
    } finally {
      places.leave(row.user_id)
    }
  })
}

/**
 * Counts what this process sends for each user. The queue keeps the same limit for all processes, but workers that fetch at the
 * same moment do not see each other's jobs, and all of them would wait for the devices of one user.
 */
function placesOfUsers(most = Number.POSITIVE_INFINITY) {
  const taken = new Map<number | null, number>()
  const change = (userId: number | null, by: number) => {
    const now = (taken.get(userId) ?? 0) + by
    if (now === 0) taken.delete(userId)
    else taken.set(userId, now)
  }
  return {
    take(userId: number | null): boolean {
      if (userId !== null && (taken.get(userId) ?? 0) >= most) return false
      change(userId, 1)
      return true
    },
    leave: (userId: number | null) => change(userId, -1),
  }
}

const placeAfterMs = 1_000

async function waitForPlace(row: OutboxRow, way: Way, { db, queue }: OutboxJobDeps): Promise<void> {
  await db.transaction().execute(async trx => {
    if (!(await handBack(trx, row))) return
    await setJob(trx, row.id, await sendAgain(trx, queue, row, way, placeAfterMs))
  })
}

async function sendAgain(trx: Trx, queue: Queue, row: OutboxRow, way: Way, afterMs: number): Promise<string> {
  const { user_id: userId } = row
  const turn = userId === null ? {} : { turn: { userId, ahead: await countWaiting(trx, userId, row.kind) } }
  return await queue.send(trx, way.job, { outboxId: row.id }, { afterMs, ...turn })
}

async function refuse(row: OutboxRow, error: unknown, run: JobRun, way: Way, deps: OutboxJobDeps): Promise<void> {
  const attempts = row.attempts + 1
  const isOver = attempts >= attemptsAllowed || run.restarts > restartsAllowed
  const about = { outboxId: row.id, template: row.template, attempts }
  if (error instanceof ProviderError) {
    deps.metrics.providerFailed(error.provider, error.code)
    deps.logger.warn({ ...about, provider: error.provider, detail: error.detail }, `${way.kind} refused`)
  } else deps.logger.error({ ...about, err: error }, `${way.kind} could not be sent`)

  const refusal = { attempts, reason: reasonOf(error) }
  // Read before the transaction: on the embedded database nothing else is answered while it lasts.
  const follow = isOver ? await way.givenUp?.(row) : undefined
  const isStillOurs = await deps.db.transaction().execute(async trx => {
    if (isOver) {
      if (!(await settle(trx, row, 'failed', deps.clock.now(), refusal))) return false
      await follow?.(trx)
      return true
    }
    if (!(await putOff(trx, row, refusal))) return false
    await setJob(trx, row.id, await sendAgain(trx, deps.queue, row, way, deps.retryAfterMs))
    return true
  })
  if (!isStillOurs) return
  if (isOver) deps.metrics.messageEnded(way.kind, row.template, 'failed')
  deps.passed(`${way.kind}-${isOver ? 'failed' : 'put-off'}`)
}

/** For support, in the message's own row. */
const reasonOf = (error: unknown): string =>
  error instanceof ProviderError
    ? [error.detail ?? error.code, error.said].filter(Boolean).join(': ').slice(0, 500)
    : 'it could not be composed'

const diedTooOften = ({ kind }: Way) =>
  new ProviderError({ provider: kind, code: 'mail_failed', retryable: false, detail: 'the process died too often' })
