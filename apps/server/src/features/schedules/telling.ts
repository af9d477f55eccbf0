import type { ChannelHealth } from '@recaps/contract/schedules'
import { cheapestPlanWith, type Plan } from '@recaps/domain/plans'
import { frequencyNames } from '@recaps/domain/schedules'
import type { Db } from '../../database/open.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Notifications } from '../notifications/service.ts'
import { channelPausedMail } from './channel-paused-mail.ts'
import { tellFollowers } from './job-kinds.ts'
import { followersOf, type ScheduleRow } from './repository.ts'

const schedulePage = '/tabs/dashboard'

/** Says once for each plan that a schedule rests because of it. */
export async function tellPausedByPlan(
  trx: Trx,
  schedule: ScheduleRow,
  plan: Plan,
  notifications: Pick<Notifications, 'addNotice'>,
): Promise<void> {
  const name = frequencyNames[schedule.frequency]
  const opened = cheapestPlanWith(other => other.allowedFrequencies.includes(schedule.frequency))
  await notifications.addNotice(trx, schedule.user_id, {
    key: `schedule-${schedule.id}-${schedule.frequency}-${plan.id}`,
    kind: 'schedule_paused',
    title: 'Your schedule is paused',
    body: `The ${plan.title} plan does not include ${name} schedules. Choose another frequency${opened ? `, or the ${opened.title} plan` : ''}.`,
    path: schedulePage,
  })
}

export interface ChannelNews {
  channelId: string
  health: ChannelHealth
  since: Date
}

/** Part of the transaction that finds out: its followers are told by a job, so many at a time. */
export const announce = (trx: Trx, queue: Queue, { channelId, health, since }: ChannelNews) =>
  queue.send(trx, tellFollowers, { channelId, health, since: since.toISOString(), after: 0 })

export interface TellingDeps {
  db: Db
  queue: Queue
  notifications: Notifications
}

const followersAtOnce = 200

/** Each follower once for each change, however often the job runs: the notice has a key, and without a new one no mail goes. */
export function createTelling({ db, queue, notifications }: TellingDeps): Handler<{
  channelId: string
  health: string
  since: string
  after: number
}> {
  return async job => {
    const followers = await followersOf(db, job.channelId, job.after, followersAtOnce)
    await db.transaction().execute(async trx => {
      for (const { user_id, title, email_verified_at } of followers) {
        const said = saidOf(title, job.health as ChannelHealth)
        const key = `channel-${job.channelId}-${job.health}-${job.since}`
        if (!(await notifications.addNotice(trx, user_id, { ...said, key, path: schedulePage }))) continue
        if (said.kind === 'channel_paused' && email_verified_at)
          await notifications.sendMail(
            trx,
            channelPausedMail,
            { userId: user_id },
            { channel: title, gone: job.health === 'paused_private' ? 'private' : 'deleted' },
          )
      }
      const last = followers.at(-1)
      if (last && followers.length === followersAtOnce)
        await queue.send(trx, tellFollowers, { ...job, after: last.user_id })
    })
  }
}

function saidOf(title: string, health: ChannelHealth) {
  if (health === 'ok')
    return {
      kind: 'channel_back' as const,
      title: `${title} is back`,
      body: 'The channel can be seen again, and its new videos come with your digests.',
    }
  const how = health === 'paused_private' ? 'is private now' : 'was removed from YouTube'
  return {
    kind: 'channel_paused' as const,
    title: `${title} is paused`,
    body: `The channel ${how}. It is paused; your other channels go on.`,
  }
}
