import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { JobKind } from '../../jobs/define-job.ts'
import { isInterrupted, maxRestarts } from '../../jobs/interrupted-run.ts'
import type { JobRun, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { MailKillPoint, PushKillPoint } from './kill-points.ts'
import {
  claimMessage,
  completeMessage,
  countWaitingMessages,
  type OutboxRow,
  requeueMessage,
  scheduleMessageRetry,
  setMessageJob,
} from './outbox-repository.ts'

export interface OutboxJobDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  /** Delay before a failed message is retried. */
  retryAfterMs: number
  /** Called after each effect. Tests kill the process there. */
  passed(point: MailKillPoint | PushKillPoint): void
}

/** How one kind of message is sent. */
export interface MessageSender {
  kind: 'mail' | 'push'
  job: JobKind<{ outboxId: number }>
  /**
   * Sends the message. `dropped` means that it is no longer needed, `lost` that another run has claimed it. Throws if sending
   * fails.
   */
  deliver(row: OutboxRow, run: JobRun): Promise<'sent' | 'dropped' | 'lost'>
  /** Returns what to do in the transaction that marks the message as failed. */
  onFailed?(row: OutboxRow): Promise<((trx: Trx) => Promise<unknown>) | undefined>
}

/** A failed message gets exactly one automatic retry. */
const attemptsAllowed = 2

/** Starts sending one kind of message of the outbox, one job per message. */
export async function startOutboxWorker(sender: MessageSender, deps: OutboxJobDeps): Promise<void> {
  const { db, clock, metrics, passed } = deps
  const slots = createUserSlots(sender.job.concurrencyPerUser)
  await deps.queue.work(sender.job, async ({ outboxId }, run) => {
    const row = await claimMessage(db, outboxId, run)
    if (!row) return
    if (!slots.take(row.user_id)) return await waitForSlot(row, sender, deps)
    passed(`${sender.kind}-begun`)
    try {
      if (run.restarts > maxRestarts) throw crashedTooOften(sender)
      const outcome = await sender.deliver(row, run)
      if (outcome === 'lost' || !(await completeMessage(db, row, outcome, clock.now()))) return
      metrics.messageEnded(sender.kind, row.template, outcome)
      passed(`${sender.kind}-sent`)
    } catch (error) {
      if (isInterrupted(error, run)) throw error
      await handleFailure(row, error, run, sender, deps)
    } finally {
      slots.release(row.user_id)
    }
  })
}

/**
 * Limits how many messages this process sends for one user at a time. The queue has the same limit for all processes, but
 * workers that fetch jobs at the same moment do not see each other's, and all of them could wait for the devices of one user.
 */
function createUserSlots(max = Number.POSITIVE_INFINITY) {
  const taken = new Map<number | null, number>()
  const change = (userId: number | null, by: number) => {
    const now = (taken.get(userId) ?? 0) + by
    if (now === 0) taken.delete(userId)
    else taken.set(userId, now)
  }
  return {
    take(userId: number | null): boolean {
      if (userId !== null && (taken.get(userId) ?? 0) >= max) return false
      change(userId, 1)
      return true
    },
    release: (userId: number | null) => change(userId, -1),
  }
}

const slotRetryMs = 1_000

async function waitForSlot(row: OutboxRow, sender: MessageSender, { db, queue }: OutboxJobDeps): Promise<void> {
  await db.transaction().execute(async trx => {
    if (!(await requeueMessage(trx, row))) return
    await setMessageJob(trx, row.id, await enqueueAgain(trx, queue, row, sender, slotRetryMs))
  })
}

async function enqueueAgain(
  trx: Trx,
  queue: Queue,
  row: OutboxRow,
  sender: MessageSender,
  afterMs: number,
): Promise<string> {
  const { user_id: userId } = row
  const turn = userId === null ? {} : { turn: { userId, ahead: await countWaitingMessages(trx, userId, row.kind) } }
  return await queue.send(trx, sender.job, { outboxId: row.id }, { afterMs, ...turn })
}

async function handleFailure(
  row: OutboxRow,
  error: unknown,
  run: JobRun,
  sender: MessageSender,
  deps: OutboxJobDeps,
): Promise<void> {
  const attempts = row.attempts + 1
  const isFinal = attempts >= attemptsAllowed || run.restarts > maxRestarts
  const fields = { outboxId: row.id, template: row.template, attempts }
  if (error instanceof ProviderError) {
    deps.metrics.providerFailed(error.provider, error.code)
    deps.logger.warn({ ...fields, provider: error.provider, detail: error.detail }, `${sender.kind} refused`)
  } else deps.logger.error({ ...fields, err: error }, `failed to send ${sender.kind}`)

  const failure = { attempts, reason: reasonOf(error) }
  // Call this before the transaction: the embedded database answers no other query while one is open.
  const followUp = isFinal ? await sender.onFailed?.(row) : undefined
  const isStillClaimed = await deps.db.transaction().execute(async trx => {
    if (isFinal) {
      if (!(await completeMessage(trx, row, 'failed', deps.clock.now(), failure))) return false
      await followUp?.(trx)
      return true
    }
    if (!(await scheduleMessageRetry(trx, row, failure))) return false
    await setMessageJob(trx, row.id, await enqueueAgain(trx, deps.queue, row, sender, deps.retryAfterMs))
    return true
  })
  if (!isStillClaimed) return
  if (isFinal) deps.metrics.messageEnded(sender.kind, row.template, 'failed')
  deps.passed(`${sender.kind}-${isFinal ? 'failed' : 'put-off'}`)
}

/** Stored with the message, for support. */
const reasonOf = (error: unknown): string =>
  error instanceof ProviderError
    ? [error.detail ?? error.code, error.providerMessage].filter(Boolean).join(': ').slice(0, 500)
    : 'it could not be composed'

const crashedTooOften = ({ kind }: MessageSender) =>
  new ProviderError({ provider: kind, code: 'mail_failed', retryable: false, detail: 'the process crashed too often' })
