import type { Db } from '../../database/open.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Users } from '../users/service.ts'
import { digestMail } from './digest/mail.ts'
import { countPending, tellItems } from './items-repository.ts'
import { deliverRun } from './job-kinds.ts'
import type { SchedulePoint } from './points.ts'
import { findScheduleById } from './repository.ts'
import { endRun, lockWaiting, overdueRuns, type RunRow, userOfRun } from './runs-repository.ts'

export interface DeliveringDeps {
  db: Db
  queue: Queue
  clock: Clock
  metrics: Metrics
  notifications: Notifications
  users: Pick<Users, 'byId' | 'choices'>
  passed(point: SchedulePoint): void
}

const overdueAtOnce = 200

/**
 * Ends a run once nothing more comes of its videos, or after three hours: one mail, one push, one notice, where there is
 * something new, in the transaction that ends it. Whoever comes a second time finds it ended.
 */
export function createDelivering(deps: DeliveringDeps) {
  const { db, queue, clock } = deps

  const deliver: Handler<{ runId: number }> = async ({ runId }) => {
    const wants = await wantsOf(runId, deps)
    if (!wants) return
    const isDelivered = await db.transaction().execute(async trx => {
      const run = await lockWaiting(trx, runId)
      if (!run || (await rests(trx, run))) return false
      const isOver = run.deadline_at !== null && run.deadline_at <= clock.now()
      if (!isOver && (await countPending(trx, runId)) > 0) return false
      const told = await tellItems(trx, run)
      const outbox_id = told > 0 ? await tell(trx, run, told, wants, deps) : null
      await endRun(trx, runId, { outcome: told > 0 ? 'new' : 'nothing_new', outbox_id }, clock.now())
      return true
    })
    if (!isDelivered) return
    deps.metrics.runEnded('delivered')
    deps.passed('run-delivered')
  }

  return {
    deliver,

    /** Ends the runs that have waited long enough. */
    async endOverdue(): Promise<void> {
      const overdue = await overdueRuns(db, clock.now(), overdueAtOnce)
      if (overdue.length === 0) return
      await db.transaction().execute(async trx => {
        for (const runId of overdue) await queue.send(trx, deliverRun, { runId })
      })
    },
  }
}

/** Whether its user has digests mailed: wanted, and to an address that was confirmed. */
async function wantsOf(runId: number, { db, users }: DeliveringDeps): Promise<{ mail: boolean } | null> {
  const userId = await userOfRun(db, runId)
  const user = userId === undefined ? undefined : await users.byId(userId)
  if (!user) return null
  return { mail: user.email_verified_at !== null && (await users.choices(user.id))?.mail.digest === true }
}

/** A run whose schedule was deleted stays as it is: whoever takes the deletion back gets its digest. */
const rests = async (trx: Trx, { schedule_id }: RunRow): Promise<boolean> =>
  schedule_id !== null && (await findScheduleById(trx, schedule_id))?.deleted_at != null

/** Gives the id of the mail; null where none is wanted. */
async function tell(
  trx: Trx,
  run: RunRow,
  told: number,
  wants: { mail: boolean },
  { notifications }: DeliveringDeps,
): Promise<number | null> {
  const body = told === 1 ? '1 new video from your channels' : `${told} new videos from your channels`
  const path = `/tabs/history?run=${run.id}`
  const said = { title: 'Your digest is here', body, path }
  await notifications.addNotice(trx, run.user_id, { ...said, key: `run-${run.id}`, kind: 'digest' })
  await notifications.sendPush(trx, run.user_id, { ...said, topic: 'digest', tag: `run-${run.id}` })
  if (!wants.mail) return null
  return await notifications.sendMail(trx, digestMail, { userId: run.user_id }, { runId: run.id })
}
