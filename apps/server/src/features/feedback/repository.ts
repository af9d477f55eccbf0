import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { FeedbackTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type FeedbackRow = Selectable<FeedbackTable>

export const insertFeedback = (
  trx: Trx,
  feedback: { userId: number | null; email: string | null; subject: string; message: string; now: Date },
): Promise<FeedbackRow> =>
  trx
    .insertInto('feedback')
    .values({
      user_id: feedback.userId,
      email: feedback.email,
      subject: feedback.subject,
      message: feedback.message,
      created_at: feedback.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findFeedback = (db: Db, id: number) =>
  db
    .selectFrom('feedback')
    .leftJoin('users', 'users.id', 'feedback.user_id')
    .selectAll('feedback')
    .select(['users.email as account', 'users.email_verified_at as confirmed_at'])
    .where('feedback.id', '=', id)
    .executeTakeFirst()

export const deleteOldFeedback = (db: Db, before: Date) =>
  db.deleteFrom('feedback').where('created_at', '<', before).execute()

export const deleteUserFeedback = (trx: Trx, userId: number) =>
  trx.deleteFrom('feedback').where('user_id', '=', userId).execute()
