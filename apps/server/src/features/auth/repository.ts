import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { SessionsTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type SessionRow = Selectable<SessionsTable>

export const insertSession = (
  db: Db | Trx,
  session: {
    userId: number
    tokenHash: string
    device: string | null
    network: string | null
    now: Date
    expiresAt: Date
  },
) =>
  db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      device: session.device,
      network: session.network,
      created_at: session.now,
      seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()

/** Excludes sessions of deleted accounts, even one opened while the account was being deleted. */
const sessions = (db: Db | Trx) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.created_at', 'sessions.seen_at', 'sessions.expires_at'])
    .where('users.deleted_at', 'is', null)

export const findSession = (db: Db, tokenHash: string) =>
  sessions(db).where('token_hash', '=', tokenHash).executeTakeFirst()

export const findSessionById = (db: Db | Trx, sessionId: number) =>
  sessions(db).where('sessions.id', '=', sessionId).executeTakeFirst()

/** The user's active sessions, most recently used first. */
export const findUserSessions = (
  db: Db,
  userId: number,
  active: { expiresAfter: Date; seenAfter: Date },
): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>=', active.expiresAfter)
    .where('seen_at', '>=', active.seenAfter)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

export const markSessionSeen = (db: Db, sessionId: number, now: Date) =>
  db.updateTable('sessions').set({ seen_at: now }).where('id', '=', sessionId).execute()

/** Deletes one session, or all sessions of the user without `sessionId`. Returns the ids of the deleted sessions. */
export const deleteSessions = async (trx: Trx, userId: number, sessionId?: number): Promise<number[]> => {
  const rows = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(sessionId !== undefined, query => query.where('id', '=', sessionId!))
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Also deletes the devices registered in these sessions (by cascade). */
export const deleteEndedSessions = (db: Db, { expiresBefore, seenBefore }: { expiresBefore: Date; seenBefore: Date }) =>
  db
    .deleteFrom('sessions')
    .where(eb => eb.or([eb('expires_at', '<', expiresBefore), eb('seen_at', '<', seenBefore)]))
    .execute()
