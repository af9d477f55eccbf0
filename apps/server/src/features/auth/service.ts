import { createHash, randomBytes } from 'node:crypto'
import type { AuthResponse } from '@recaps/contract/auth'
import { isTimeZone } from '@recaps/domain/time-zone'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Users } from '../users/service.ts'
import { checkPassword, hashPassword } from './password.ts'
import { deleteSession, findSession, findSessionById, insertSession, markSeen } from './repository.ts'

const dayMs = 24 * 3600 * 1000
const absoluteLifeMs = 180 * dayMs
const idleLifeMs = 30 * dayMs
const seenEveryMs = 5 * 60 * 1000

/** The channel on which the ids of ended sessions are told to every process. */
export const sessionEnds = 'session_ends'

export interface AuthDeps {
  db: Db
  clock: Clock
  users: Users
  limits: Limits
}

interface SessionRow {
  id: number
  user_id: number
  seen_at: Date
  expires_at: Date
}

export function createAuth({ db, clock, users, limits }: AuthDeps) {
  async function open(userId: number): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    await insertSession(db, {
      userId,
      tokenHash: sha256(token),
      now,
      expiresAt: new Date(now.getTime() + absoluteLifeMs),
    })
    return token
  }

  async function live(row: SessionRow | undefined): Promise<Session | null> {
    if (!row) return null
    const now = clock.now()
    const idleMs = now.getTime() - row.seen_at.getTime()
    if (now > row.expires_at || idleMs > idleLifeMs) return null
    if (idleMs > seenEveryMs) await markSeen(db, row.id, now)
    return { sessionId: row.id, userId: row.user_id }
  }

  return {
    async register(
      body: {
        email: string
        password: string
        firstName?: string | null
        lastName?: string | null
        timezone?: string | null
      },
      network: string,
    ): Promise<AuthResponse> {
      await limits.take('register_network', network)
      const user = await users.create({
        email: body.email,
        passwordHash: await hashPassword(body.password),
        firstName: body.firstName || null,
        lastName: body.lastName || null,
        timezone: body.timezone && isTimeZone(body.timezone) ? body.timezone : 'UTC',
      })
      if (!user) throw new AppError('email_taken')
      return { token: await open(user.id), user: await users.present(user) }
    },

    /** The same answer, after the same time, for an unknown address and for a wrong password. */
    async login(body: { email: string; password: string }, network: string): Promise<AuthResponse> {
      const account = sha256(body.email.toLowerCase())
      await limits.take('login_network', network)
      await limits.take('login_account', `${account}:${network}`)
      const user = await users.byEmail(body.email)
      const right = await checkPassword(body.password, user?.password_hash ?? null)
      if (!user || !right) throw new AppError('wrong_credentials')
      await limits.reset('login_account', `${account}:${network}`)
      return { token: await open(user.id), user: await users.present(user) }
    },

    /** Ends the session everywhere: what is still open in its name is closed too. */
    logout: (session: Session) =>
      db.transaction().execute(async trx => {
        await deleteSession(trx, session.sessionId)
        await sql`select pg_notify(${sessionEnds}, ${String(session.sessionId)})`.execute(trx)
      }),
    authenticate: async (token: string): Promise<Session | null> => live(await findSession(db, sha256(token))),
    /** For signed links that are bound to a session: whether that session still lives. */
    sessionById: async (sessionId: number): Promise<Session | null> => live(await findSessionById(db, sessionId)),
  }
}

export type Auth = ReturnType<typeof createAuth>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
