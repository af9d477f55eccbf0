import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

export const insertSession = (db: Db, session: { userId: number; tokenHash: string; now: Date; expiresAt: Date }) =>
  db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      created_at: session.now,
      seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()

export const findSession = (db: Db, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'seen_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const findSessionById = (db: Db, sessionId: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'seen_at', 'expires_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()

export const markSeen = (db: Db, sessionId: number, now: Date) =>
  db.updateTable('sessions').set({ seen_at: now }).where('id', '=', sessionId).execute()

export const deleteSession = (trx: Trx, sessionId: number) =>
  trx.deleteFrom('sessions').where('id', '=', sessionId).execute()
