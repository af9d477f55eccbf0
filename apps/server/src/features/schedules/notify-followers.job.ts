import type { ChannelHealth } from '@recaps/contract/schedules'
import { cheapestPlanWith, type Plan } from '@recaps/domain/plans'
import { frequencyNames } from '@recaps/domain/schedules'
import type { Db } from '../../database/open.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Notifications } from '../notifications/service.ts'
import { channelPausedMail } from './channel-paused-mail.ts'
import { notifyFollowers } from './job-kinds.ts'
import { listFollowers, type ScheduleRow } from './repository.ts'

const schedulePage = '/tabs/dashboard'

/** Notifies a user that their plan pauses the schedule, once per plan and frequency. */
export async function notifyPausedByPlan(
  trx: Trx,
  schedule: ScheduleRow,
  plan: Plan,
  notifications: Pick<Notifications, 'addNotice'>,
): Promise<void> {
  const name = frequencyNames[schedule.frequency]
  const upgrade = cheapestPlanWith(other => other.allowedFrequencies.includes(schedule.frequency))
  await notifications.addNotice(trx, schedule.user_id, {
    key: `schedule-${schedule.id}-${schedule.frequency}-${plan.id}`,
    kind: 'schedule_paused',
    title: 'Your schedule is paused',
    body: `The ${plan.title} plan doesn’t include ${name} schedules. Choose another frequency${upgrade ? ` or the ${upgrade.title} plan` : ''}.`,
    path: schedulePage,
  })
}

export interface ChannelHealthChange {
  channelId: string
  health: ChannelHealth
  since: Date
}

/** Enqueues the job that notifies the followers. Call it in the transaction that changes the health. */
export const enqueueFollowerNotifications = (
  trx: Trx,
  queue: Queue,
  { channelId, health, since }: ChannelHealthChange,
) => queue.send(trx, notifyFollowers, { channelId, health, since: since.toISOString(), after: 0 })

export interface NotifyFollowersDeps {
  db: Db
  queue: Queue
  notifications: Notifications
}

const batchSize = 200

/** Notifies each follower once per change even if the job repeats: only a notification with a new key sends a mail. */
export function createNotifyFollowersJob({ db, queue, notifications }: NotifyFollowersDeps): Handler<{
  channelId: string
  health: string
  since: string
  after: number
}> {
  return async job => {
    const followers = await listFollowers(db, job.channelId, job.after, batchSize)
    await db.transaction().execute(async trx => {
      for (const { user_id, title, email_verified_at } of followers) {
        const notice = noticeFor(title, job.health as ChannelHealth)
        const key = `channel-${job.channelId}-${job.health}-${job.since}`
        if (!(await notifications.addNotice(trx, user_id, { ...notice, key, path: schedulePage }))) continue
        if (notice.kind === 'channel_paused' && email_verified_at)
          await notifications.sendMail(
            trx,
            channelPausedMail,
            { userId: user_id },
            { channel: title, gone: job.health === 'paused_private' ? 'private' : 'deleted' },
          )
      }
      const last = followers.at(-1)
      if (last && followers.length === batchSize)
        await queue.send(trx, notifyFollowers, { ...job, after: last.user_id })
    })
  }
}

function noticeFor(title: string, health: ChannelHealth) {
  if (health === 'ok')
    return {
      kind: 'channel_back' as const,
      title: `${title} is back`,
      body: 'The channel is available again. Its new videos will be in your digests.',
    }
  const reason = health === 'paused_private' ? 'is now private' : 'was removed from YouTube'
  return {
    kind: 'channel_paused' as const,
    title: `${title} is paused`,
    body: `The channel ${reason}, so we’ve paused it. Your other channels aren’t affected.`,
  }
}
