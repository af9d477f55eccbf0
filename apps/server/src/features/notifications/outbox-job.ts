import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { JobKind } from '../../jobs/define-job.ts'
import { isHandedBack, restartsAllowed } from '../../jobs/handed-back.ts'
import type { JobRun, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type OutboxRow, putOff, setJob, settle, take } from './outbox-repository.ts'
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
  await deps.queue.work(way.job, async ({ outboxId }, run) => {
    const row = await take(db, outboxId, run)
    if (!row) return
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
    }
  })
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
    const again = await deps.queue.send(trx, way.job, { outboxId: row.id }, { afterMs: deps.retryAfterMs })
    await setJob(trx, row.id, again)
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
