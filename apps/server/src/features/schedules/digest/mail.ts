import { formatDate } from '@recaps/domain/format-date'
import { z } from 'zod'
import type { Trx } from '../../../jobs/queue.ts'
import { defineMail, type MailTemplate, mailTemplate } from '../../notifications/mail-kind.ts'
import type { Notifications } from '../../notifications/service.ts'
import { digestContent } from './content.ts'
import type { Digest } from './digest.ts'
import { digestPreview, digestSubject } from './texts.ts'

export const digestMail = defineMail('schedules.digest', z.object({ runId: z.number().int() }))

export interface DigestMailDeps {
  notifications: Pick<Notifications, 'addNotice'>
  /** Loads the digest of a run; null if there is nothing to send or the user gets no digests by mail. */
  loadDigest(runId: number): Promise<Digest | null>
}

export const digestTemplate = ({ notifications, loadDigest }: DigestMailDeps): MailTemplate =>
  mailTemplate(
    digestMail,
    async ({ runId }) => {
      const digest = await loadDigest(runId)
      return (
        digest && {
          subject: digestSubject(digest),
          preview: digestPreview(digest),
          content: digestContent(digest),
          unsubscribePath: digest.unsubscribePath,
        }
      )
    },
    async ({ runId }, { outboxId, to, userId }, trx) => {
      const run = await findRun(trx, runId)
      if (!run || userId === null) return
      await notifications.addNotice(trx, userId, {
        key: `mail-failed-${outboxId}`,
        kind: 'mail_failed',
        title: 'We couldn’t email your digest',
        body: `Your digest of ${formatDate(run.due_at, { timeZone: run.timezone })} couldn’t be delivered to ${to}. You’ll find its summaries in the app.`,
        path: '/tabs/history',
      })
    },
  )

const findRun = (trx: Trx, runId: number) =>
  trx
    .selectFrom('runs')
    .innerJoin('users', 'users.id', 'runs.user_id')
    .select(['runs.due_at', 'users.timezone'])
    .where('runs.id', '=', runId)
    .executeTakeFirst()
