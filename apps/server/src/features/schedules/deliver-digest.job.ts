import type { Db } from '../../database/open.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Users } from '../users/service.ts'
import { digestMail } from './digest/mail.ts'
import { assignItemsToDigest, countPending } from './items-repository.ts'
import { deliverRun } from './job-kinds.ts'
import { findScheduleById } from './repository.ts'
import { completeRun, findRunOwner, listOverdueRuns, lockWaitingRun, type RunRow } from './runs-repository.ts'
import type { ScheduleKillPoint } from './schedule-kill-points.ts'

export interface DigestDeliveryDeps {
  db: Db
  queue: Queue
  clock: Clock
  metrics: Metrics
  notifications: Notifications
  users: Pick<Users, 'byId' | 'storedSettings'>
  passed(point: ScheduleKillPoint): void
}

const batchSize = 200

/**
 * Completes a run once all of its summaries are final, or after three hours. If there is anything new, one mail, one push and
 * one notification are sent in the same transaction. Idempotent: a second call finds the run completed.
 */
export function createDigestDelivery(deps: DigestDeliveryDeps) {
  const { db, queue, clock } = deps

  const deliver: Handler<{ runId: number }> = async ({ runId }) => {
    const preferences = await preferencesFor(runId, deps)
    if (!preferences) return
    const isDelivered = await db.transaction().execute(async trx => {
      const run = await lockWaitingRun(trx, runId)
      if (!run || (await isScheduleDeleted(trx, run))) return false
      const isOverdue = run.deadline_at !== null && run.deadline_at <= clock.now()
      if (!isOverdue && (await countPending(trx, runId)) > 0) return false
      const itemCount = await assignItemsToDigest(trx, run)
      const outbox_id = itemCount > 0 ? await sendDigest(trx, run, itemCount, preferences, deps) : null
      await completeRun(trx, runId, { outcome: itemCount > 0 ? 'new' : 'nothing_new', outbox_id }, clock.now())
      return true
    })
    if (!isDelivered) return
    deps.metrics.runEnded('delivered')
    deps.passed('run-delivered')
  }

  return {
    deliver,

    /** Delivers the runs that are past their deadline. */
    async endOverdue(): Promise<void> {
      const overdue = await listOverdueRuns(db, clock.now(), batchSize)
      if (overdue.length === 0) return
      await db.transaction().execute(async trx => {
        for (const runId of overdue) await queue.send(trx, deliverRun, { runId })
      })
    },
  }
}

/** Digests are only mailed to confirmed addresses. Null if the user no longer exists. */
async function preferencesFor(runId: number, { db, users }: DigestDeliveryDeps): Promise<{ mail: boolean } | null> {
  const userId = await findRunOwner(db, runId)
  const user = userId === undefined ? undefined : await users.byId(userId)
  if (!user) return null
  return { mail: user.email_verified_at !== null && (await users.storedSettings(user.id))?.mail.digest === true }
}

/** Runs of a deleted schedule stay open, so that restoring it can still deliver their digests. */
const isScheduleDeleted = async (trx: Trx, { schedule_id }: RunRow): Promise<boolean> =>
  schedule_id !== null && (await findScheduleById(trx, schedule_id))?.deleted_at != null

/** Returns the outbox id of the mail; null if the user gets none. */
async function sendDigest(
  trx: Trx,
  run: RunRow,
  itemCount: number,
  preferences: { mail: boolean },
  { notifications }: DigestDeliveryDeps,
): Promise<number | null> {
  const body = itemCount === 1 ? '1 new video from your channels' : `${itemCount} new videos from your channels`
  const path = `/tabs/history?run=${run.id}`
  const message = { title: 'Your digest is here', body, path }
  await notifications.addNotice(trx, run.user_id, { ...message, key: `run-${run.id}`, kind: 'digest' })
  await notifications.sendPush(trx, run.user_id, { ...message, topic: 'digest', tag: `run-${run.id}` })
  if (!preferences.mail) return null
  return await notifications.sendMail(trx, digestMail, { userId: run.user_id }, { runId: run.id })
}
