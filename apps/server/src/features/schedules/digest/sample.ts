import { z } from 'zod'
import type { Db } from '../../../database/open.ts'
import { AppError } from '../../../errors.ts'
import type { Limits } from '../../../http/limits.ts'
import type { Clock } from '../../../ports/clock.ts'
import { defineMail, type MailTemplate, mailTemplate } from '../../notifications/mail-kind.ts'
import type { Notifications } from '../../notifications/service.ts'
import type { Unsubscribing } from '../../notifications/unsubscribing.ts'
import type { Users } from '../../users/service.ts'
import { digestContent } from './content.ts'
import type { Digest } from './digest.ts'
import { toVideo } from './reading.ts'
import { sampleRows } from './repository.ts'
import { previewOf, subjectOf } from './words.ts'

/** A digest of what somebody has already, to look at. */
const sampleMail = defineMail('schedules.digest-sample', z.object({}))

export interface DigestSamplesDeps {
  db: Db
  users: Pick<Users, 'byId'>
  limits: Pick<Limits, 'take'>
  notifications: Pick<Notifications, 'sendMail' | 'addNotice'>
}

/** Mails users a sample, to their own confirmed address and nowhere else, with a notice as for any digest. Nothing is run for it. */
export function createDigestSamples({ db, users, limits, notifications }: DigestSamplesDeps) {
  return async (userId: number): Promise<{ to: string }> => {
    const user = await users.byId(userId)
    if (!user) throw new AppError('not_found')
    if (!user.email_verified_at) throw new AppError('forbidden', notConfirmed)
    if ((await sampleRows(db, userId, 1)).length === 0) throw new AppError('not_found', nothingToShow)
    await limits.take('digest_sample', String(userId))
    await db.transaction().execute(async trx => {
      const mailId = await notifications.sendMail(trx, sampleMail, { userId }, {})
      await notifications.addNotice(trx, userId, { ...sampleNotice(user.email), key: `digest-sample-${mailId}` })
    })
    return { to: user.email }
  }
}

export type DigestSamples = ReturnType<typeof createDigestSamples>

const sampleNotice = (email: string) => ({
  kind: 'digest' as const,
  title: 'A sample digest was mailed',
  body: `It goes to ${email}. Your schedule brings the real ones.`,
  path: '/tabs/dashboard',
})

const notConfirmed = 'Samples are mailed to confirmed addresses only. Confirm yours first.'
const nothingToShow = 'A sample is made of your newest summaries, and there is none yet.'

export interface SampleTemplateDeps {
  db: Db
  clock: Clock
  users: Pick<Users, 'byId'>
  unsubscribing: Pick<Unsubscribing, 'pathFor'>
}

/** As many as an ordinary digest brings. */
const mostVideos = 5

export const sampleTemplate = (deps: SampleTemplateDeps): MailTemplate =>
  mailTemplate(sampleMail, async (_, { userId }) => {
    const digest = userId === null ? null : await sampleOf(userId, deps)
    return (
      digest && {
        subject: `Sample: ${subjectOf(digest)}`,
        preview: previewOf(digest),
        content: digestContent(digest),
        unsubscribePath: digest.unsubscribePath,
      }
    )
  })

/** Null when everything was deleted meanwhile, or the address is another one that is not confirmed. */
async function sampleOf(
  userId: number,
  { db, clock, users, unsubscribing }: SampleTemplateDeps,
): Promise<Digest | null> {
  const user = await users.byId(userId)
  if (!user?.email_verified_at) return null
  const videos = (await sampleRows(db, userId, mostVideos)).map(toVideo)
  if (videos.length === 0) return null
  return {
    runId: null,
    user: { firstName: user.first_name },
    dueAt: clock.now(),
    timezone: user.timezone,
    nextRunAt: null,
    videos,
    failed: [],
    listed: [],
    unsubscribePath: unsubscribing.pathFor(userId, 'digest'),
  }
}
