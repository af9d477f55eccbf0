import type { FeedbackEntry } from '@recaps/contract/feedback'
import { plainLine, plainText } from '@recaps/domain/plain-text'
import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Users } from '../users/service.ts'
import { feedbackCopy, feedbackReceived } from './mails.ts'
import { deleteOldFeedback, deleteUserFeedback, type FeedbackRow, findFeedback, insertFeedback } from './repository.ts'

export interface FeedbackDeps {
  db: Db
  clock: Clock
  limits: Limits
  notifications: Pick<Notifications, 'sendMail'>
  users: Pick<Users, 'byId'>
  supportEmail: string
}

const keptForMs = daysToMs(retentionPeriods.feedback)
const noCopy = 'A copy only goes to the confirmed address of an account. Confirm yours, or send it without a copy.'

export function createFeedback({ db, clock, limits, notifications, users, supportEmail }: FeedbackDeps) {
  /** Requires a confirmed address: any other could belong to someone else. */
  async function copyTo(session: Session | null): Promise<{ userId: number }> {
    const user = session && (await users.byId(session.userId))
    if (!user?.email_verified_at) throw new AppError('invalid_request', noCopy)
    return { userId: user.id }
  }

  return {
    /** Stores feedback and mails it to support, in one transaction. */
    async send(
      request: {
        subject: string
        message: string
        email?: string | null | undefined
        copy?: boolean | null | undefined
      },
      session: Session | null,
      network: string,
    ): Promise<FeedbackEntry> {
      await limits.take('feedback', session ? `user ${session.userId}` : network)
      const entry = {
        userId: session?.userId ?? null,
        email: request.email || null,
        subject: plainLine(request.subject),
        message: plainText(request.message),
      }
      if (!entry.subject || !entry.message)
        throw new AppError('invalid_request', 'Please enter a subject and a message.')
      const recipient = request.copy ? await copyTo(session) : null
      return await db.transaction().execute(async trx => {
        const row = await insertFeedback(trx, { ...entry, now: clock.now() })
        await notifications.sendMail(trx, feedbackReceived, { to: supportEmail }, { feedbackId: row.id })
        if (recipient) await notifications.sendMail(trx, feedbackCopy, recipient, { feedbackId: row.id })
        return present(row)
      })
    },

    find: (id: number) => findFeedback(db, id),

    /** Deletes the user's feedback with the account. Support still has the mails. */
    deleteForUser: (trx: Trx, userId: number) => deleteUserFeedback(trx, userId),

    deleteOld: () => deleteOldFeedback(db, new Date(clock.now().getTime() - keptForMs)),
  }
}

export type Feedback = ReturnType<typeof createFeedback>

const present = (row: FeedbackRow): FeedbackEntry => ({
  id: row.id,
  email: row.email,
  subject: row.subject,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at?.toISOString() ?? null,
})
