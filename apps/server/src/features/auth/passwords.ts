import { emailKey } from '@recaps/domain/email-address'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import { isAllowed, type Limits, tryTake } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notifications } from '../notifications/service.ts'
import { recordEvent } from '../users/audit.ts'
import type { Users } from '../users/service.ts'
import { findPasswordProblem } from './find-password-problem.ts'
import { checkPassword, hashPassword } from './hash-password.ts'
import { deleteUserExchangeCodes } from './identities-repository.ts'
import type { MailedTokens } from './mailed-tokens.ts'
import { passwordChanged, resetPassword } from './mails.ts'
import type { Reauthentication } from './reauthentication.ts'
import { type Sessions, sha256 } from './sessions.ts'

export interface PasswordDeps {
  db: Db
  clock: Clock
  limits: Limits
  users: Users
  notifications: Notifications
  sessions: Sessions
  tokens: MailedTokens
  reauthentication: Reauthentication
  productName: string
}

const resetMessage =
  'If this address has an account, you’ll get a link to set a new password within a few minutes. We send at most three per hour.'

export function createPasswords(deps: PasswordDeps) {
  const { db, clock, limits, users, notifications, sessions, tokens, reauthentication, productName } = deps

  /** Throws if the password is too easy to guess. */
  function assertNotGuessable(password: string, email: string): void {
    const reason = findPasswordProblem(password, { email, productName })
    if (reason) throw new AppError(reason)
  }

  /** Hashes a new password. Throws if it is too easy to guess. */
  async function hashNew(password: string, email: string): Promise<string> {
    assertNotGuessable(password, email)
    return await hashPassword(password)
  }

  /** Ends all sessions, mailed links and sign-ins in progress, so that an intruder loses access with the old password. */
  async function revokeAccess(trx: Trx, userId: number, shouldMail: boolean): Promise<void> {
    await sessions.endAll(trx, userId)
    await tokens.revoke(trx, userId)
    await deleteUserExchangeCodes(trx, userId)
    if (shouldMail) await notifications.sendMail(trx, passwordChanged, { userId }, { at: clock.now().toISOString() })
  }

  return {
    assertNotGuessable,
    hashNew,

    /** Same answer after the same work for every address: we look up the account later, when composing the mail. */
    async requestReset(email: string, network: string): Promise<{ message: string }> {
      await limits.take('reset_network', network)
      if (await tryTake(limits, 'reset_address', sha256(emailKey(email))))
        await db.transaction().execute(trx => notifications.sendMail(trx, resetPassword, { to: email }, {}))
      return { message: resetMessage }
    },

    /** Sets a new password with the token of a mail, which also confirms the address. */
    async reset({ token, newPassword }: { token: string; newPassword: string }, network: string): Promise<void> {
      await limits.take('token_network', network)
      const found = await tokens.find(db, 'reset', token)
      const user = found && !found.used_at ? await users.byId(found.user_id) : undefined
      if (!found || !user) throw new AppError('link_expired')
      const hash = await hashNew(newPassword, user.email)
      const shouldMail = await mayBeMailed(limits, user.email)
      await db.transaction().execute(async trx => {
        if (!(await tokens.find(trx, 'reset', token)) || !(await tokens.consume(trx, found)))
          throw new AppError('link_expired')
        await users.setPassword(trx, user.id, hash)
        await users.confirmEmail(trx, user.id, found.email_key)
        await revokeAccess(trx, user.id, shouldMail)
        await recordEvent(trx, { event: 'password_reset', userId: user.id, network, at: clock.now() })
      })
    },

    /** A wrong current password is answered with 400, not 401, because 401 would log the user out. */
    async change(
      session: Session,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
      network: string,
    ): Promise<void> {
      const { userId } = session
      await limits.take('password_user', String(userId))
      const user = await users.byId(userId)
      if (!user) throw new AppError('unauthorized')
      if (user.password_hash === null) throw new AppError('no_password')
      if (!(await checkPassword(currentPassword, user.password_hash))) throw new AppError('wrong_password')
      const hash = await hashNew(newPassword, user.email)
      const shouldMail = await mayBeMailed(limits, user.email)
      await db.transaction().execute(async trx => {
        await reauthentication.assertStillAuthenticated(trx, session, user)
        await users.setPassword(trx, userId, hash)
        await revokeAccess(trx, userId, shouldMail)
        await recordEvent(trx, { event: 'password_changed', userId, network, at: clock.now() })
      })
      await limits.reset('password_user', String(userId))
    },
  }
}

/** Counts a mail that the recipient may not have requested. Throws `too_many_requests` when a limit is reached. */
export async function takeUnrequestedMail(limits: Limits, email: string): Promise<void> {
  const key = sha256(emailKey(email))
  await limits.take('mail_address', key)
  await limits.take('mail_address_day', key)
}

/** Like `takeUnrequestedMail`, but returns false when a limit is reached. Works for addresses without an account too. */
export const mayBeMailed = (limits: Limits, email: string): Promise<boolean> =>
  isAllowed(takeUnrequestedMail(limits, email))
