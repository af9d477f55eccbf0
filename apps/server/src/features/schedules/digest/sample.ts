import { z } from 'zod'
import type { Db } from '../../../database/open.ts'
import { AppError } from '../../../errors.ts'
import type { Limits } from '../../../http/limits.ts'
import type { Clock } from '../../../ports/clock.ts'
import { defineMail, type MailTemplate, mailTemplate } from '../../notifications/mail-kind.ts'
import type { Notifications } from '../../notifications/service.ts'
import type { UnsubscribeLinks } from '../../notifications/unsubscribe-links.ts'
import type { Users } from '../../users/service.ts'
import { digestContent } from './content.ts'
import type { Digest } from './digest.ts'
import { toDigestVideo } from './load-digest.ts'
import { sampleRows } from './repository.ts'
import { digestPreview, digestSubject } from './texts.ts'

/** A sample digest of the user's existing summaries. */
const sampleMail = defineMail('schedules.digest-sample', z.object({}))

export interface DigestSamplesDeps {
  db: Db
  users: Pick<Users, 'byId'>
  limits: Pick<Limits, 'take'>
  notifications: Pick<Notifications, 'sendMail' | 'addNotice'>
}

/** Mails users a sample digest, only to their own confirmed address, and adds a notification. No run is started. */
export function createDigestSamples({ db, users, limits, notifications }: DigestSamplesDeps) {
  return async (userId: number): Promise<{ to: string }> => {
    const user = await users.byId(userId)
    if (!user) throw new AppError('not_found')
    if (!user.email_verified_at) throw new AppError('forbidden', notConfirmedMessage)
    if ((await sampleRows(db, userId, 1)).length === 0) throw new AppError('not_found', noSummariesMessage)
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
  title: 'Sample digest sent',
  body: `It should reach ${email} in a few minutes.`,
  path: '/tabs/dashboard',
})

const notConfirmedMessage = 'Confirm your email address first. Then we can send you a sample.'
const noSummariesMessage = 'A sample shows your latest summaries, and you don’t have any yet. Summarize a video first.'

export interface SampleTemplateDeps {
  db: Db
  clock: Clock
  users: Pick<Users, 'byId'>
  unsubscribing: Pick<UnsubscribeLinks, 'pathFor'>
}

/** The size of an ordinary digest. */
const maxVideos = 5

export const sampleTemplate = (deps: SampleTemplateDeps): MailTemplate =>
  mailTemplate(sampleMail, async (_, { userId }) => {
    const digest = userId === null ? null : await sampleOf(userId, deps)
    return (
      digest && {
        subject: `Sample: ${digestSubject(digest)}`,
        preview: digestPreview(digest),
        content: digestContent(digest),
        unsubscribePath: digest.unsubscribePath,
      }
    )
  })

/** Null if all summaries were deleted in the meantime, or the user has changed to an unconfirmed address. */
async function sampleOf(
  userId: number,
  { db, clock, users, unsubscribing }: SampleTemplateDeps,
): Promise<Digest | null> {
  const user = await users.byId(userId)
  if (!user?.email_verified_at) return null
  const videos = (await sampleRows(db, userId, maxVideos)).map(toDigestVideo)
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
