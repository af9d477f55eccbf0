import { createHash, randomBytes } from 'node:crypto'
import type { SessionInfo } from '@recaps/contract/users'
import { daysToMs, idleSessionCutoff, retentionPeriods } from '@recaps/domain/retention'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { recordEvent } from '../users/audit.ts'
import {
  deleteEndedSessions,
  deleteSessions,
  findSession,
  findSessionById,
  findUserSessions,
  insertSession,
  markSessionSeen,
  type SessionRow,
} from './repository.ts'

const absoluteLifeMs = daysToMs(retentionPeriods.session)
const seenEveryMs = 5 * 60 * 1000

/** Notification channel that carries the ids of ended sessions to every process. */
export const sessionEndsChannel = 'session_ends'

/** Where a request comes from, for the session list and the audit log. */
export interface Visitor {
  /** The caller's /24 or /64 network. */
  network: string
  device: string | null
}

/** Opaque bearer tokens that can be revoked at once. Only their hashes are stored. */
export function createSessions({ db, clock }: { db: Db; clock: Clock }) {
  async function activeSession(
    row: Pick<SessionRow, 'id' | 'user_id' | 'seen_at' | 'expires_at'> | undefined,
  ): Promise<Session | null> {
    if (!row) return null
    const now = clock.now()
    if (now > row.expires_at || row.seen_at < idleSessionCutoff(now)) return null
    if (now.getTime() - row.seen_at.getTime() > seenEveryMs) await markSessionSeen(db, row.id, now)
    return { sessionId: row.id, userId: row.user_id }
  }

  /** Deletes the sessions and notifies every process on commit, which closes the open streams of these sessions. */
  async function deleteAndNotify(trx: Trx, userId: number, sessionId?: number): Promise<number[]> {
    const ended = await deleteSessions(trx, userId, sessionId)
    for (const id of ended) await sql`select pg_notify(${sessionEndsChannel}, ${String(id)})`.execute(trx)
    return ended
  }

  return {
    /** Opens a new session and returns its bearer token. */
    async open(trx: Trx, userId: number, { network, device }: Visitor): Promise<string> {
      // [ASVS 6.5.3, 6.5.4, 7.2.3, 11.5.1]
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + absoluteLifeMs)
      // [ASVS 6.5.2]
      await insertSession(trx, { userId, tokenHash: sha256(token), device, network, now, expiresAt })
      return token
    },

    authenticate: async (token: string): Promise<Session | null> => activeSession(await findSession(db, sha256(token))),

    /** For signed links that are bound to a session. Returns null if the session has ended. */
    byId: async (sessionId: number): Promise<Session | null> => activeSession(await findSessionById(db, sessionId)),

    async list({ userId, sessionId }: Session): Promise<SessionInfo[]> {
      const now = clock.now()
      const rows = await findUserSessions(db, userId, { expiresAfter: now, seenAfter: idleSessionCutoff(now) })
      return rows.map(row => ({
        id: row.id,
        device: row.device,
        network: row.network,
        createdAt: row.created_at.toISOString(),
        seenAt: row.seen_at.toISOString(),
        // [ASVS 7.5.2]
        isCurrent: row.id === sessionId,
      }))
    },

    /** Ends one session of the user. Does nothing if the user has no session with this id. */
    endOne: (userId: number, sessionId: number, event: 'logged_out' | 'session_revoked', network: string) =>
      db.transaction().execute(async trx => {
        const [ended] = await deleteAndNotify(trx, userId, sessionId)
        if (ended !== undefined) await recordEvent(trx, { event, userId, network, at: clock.now() })
      }),

    endAll: (trx: Trx, userId: number) => deleteAndNotify(trx, userId),

    deleteExpired: () => {
      const now = clock.now()
      return deleteEndedSessions(db, { expiresBefore: now, seenBefore: idleSessionCutoff(now) })
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
