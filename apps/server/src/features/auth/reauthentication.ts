import { emailKey } from '@recaps/domain/email-address'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UserRow, Users } from '../users/service.ts'
import { checkPassword } from './hash-password.ts'
import { findSessionById } from './repository.ts'

export interface ReauthenticationProof {
  password?: string | null
  email?: string | null
}

const freshForMs = 15 * 60 * 1000

/**
 * Re-authentication before an action that cannot be undone. An account with a password requires the password. An account
 * that only signs in with a provider requires a recent sign-in (so an unlocked device or a stolen token is not enough) and
 * the typed e-mail address (so it can't happen by accident).
 */
export function createReauthentication({
  db,
  clock,
  users,
  limits,
}: {
  db: Db
  clock: Clock
  users: Users
  limits: Limits
}) {
  /** Throws unless the caller proves that the account is theirs, by password or by a recent sign-in. */
  async function reauthenticate(session: Session, proof: ReauthenticationProof): Promise<UserRow> {
    await limits.take('password_user', String(session.userId))
    const user = await users.byId(session.userId)
    if (!user) throw new AppError('unauthorized')
    if (user.password_hash !== null) {
      if (!(await checkPassword(proof.password ?? '', user.password_hash))) throw new AppError('wrong_password')
    } else {
      const openedAt = (await findSessionById(db, session.sessionId))?.created_at
      if (!openedAt || clock.now().getTime() - openedAt.getTime() > freshForMs)
        throw new AppError('fresh_login_required')
      if (emailKey(proof.email?.trim() ?? '') !== user.email_key) throw new AppError('address_differs')
    }
    await limits.reset('password_user', String(session.userId))
    return user
  }

  /**
   * Locks the user and throws `unauthorized` if the session has ended or the password has changed since `reauthenticate` ran. Call it in
   * the transaction that uses the proof.
   */
  async function assertStillAuthenticated(trx: Trx, session: Session, proven: UserRow): Promise<void> {
    if (!(await isAccountUnchanged(trx, users, proven)) || !(await findSessionById(trx, session.sessionId)))
      throw new AppError('unauthorized')
  }

  return { reauthenticate, assertStillAuthenticated }
}

/** Locks the user. Returns false if the account was deleted, or its password or address changed, since `before` was read. */
export async function isAccountUnchanged(trx: Trx, users: Users, before: UserRow): Promise<boolean> {
  const current = await users.lockNoKey(trx, before.id)
  return (
    current !== undefined &&
    current.deleted_at === null &&
    current.password_hash === before.password_hash &&
    current.email_key === before.email_key
  )
}

export type Reauthentication = ReturnType<typeof createReauthentication>
