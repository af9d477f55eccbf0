import { emailKey } from '@recaps/domain/email-address'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import { allows, isAllowed, type Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notifications } from '../notifications/service.ts'
import { recordEvent } from '../users/audit.ts'
import type { Users } from '../users/service.ts'
import { deleteCodesOf } from './identities-repository.ts'
import type { MailedTokens } from './mailed-tokens.ts'
import { passwordChanged, resetPassword } from './mails.ts'
import { checkPassword, hashPassword } from './password.ts'
import type { Proving } from './proving.ts'
import { refusePassword } from './refuse-password.ts'
import { type Sessions, sha256 } from './sessions.ts'

export interface PasswordDeps {
  db: Db
  clock: Clock
  limits: Limits
  users: Users
  notifications: Notifications
  sessions: Sessions
  tokens: MailedTokens
  proving: Proving
  productName: string
}

const resetSentence =
  'If there is an account with this address, a link to set a new password is on its way to it. It can take a few minutes; at most three are sent in an hour.'

export function createPasswords(deps: PasswordDeps) {
  const { db, clock, limits, users, notifications, sessions, tokens, proving, productName } = deps

  /** Refuses what would be guessed. */
  function judge(password: string, email: string): void {
    const reason = refusePassword(password, { email, productName })
    if (reason) throw new AppError(reason)
  }

  /** Hashes it, unless it would be guessed. */
  async function accept(password: string, email: string): Promise<string> {
    judge(password, email)
    return await hashPassword(password)
  }

  /** Whoever had got in is out, or half in: all sessions, links in mails and sign-ins on their way end with the password. */
  async function closeEverything(trx: Trx, userId: number, isTold: boolean): Promise<void> {
    await sessions.endAll(trx, userId)
    await tokens.takeBack(trx, userId)
    await deleteCodesOf(trx, userId)
    if (isTold) await notifications.sendMail(trx, passwordChanged, { userId }, { at: clock.now().toISOString() })
  }

  return {
    judge,
    accept,

    /** The same answer after the same work for every address: who has it is looked up when the mail is composed. */
    async requestReset(email: string, network: string): Promise<{ message: string }> {
      await limits.take('reset_network', network)
      if (await allows(limits, 'reset_address', sha256(emailKey(email))))
        await db.transaction().execute(trx => notifications.sendMail(trx, resetPassword, { to: email }, {}))
      return { message: resetSentence }
    },

    /** Sets a new password by the token of a mail, which proves the address too. */
    async reset({ token, newPassword }: { token: string; newPassword: string }, network: string): Promise<void> {
      await limits.take('token_network', network)
      const found = await tokens.find(db, 'reset', token)
      const user = found && !found.used_at ? await users.byId(found.user_id) : undefined
      if (!found || !user) throw new AppError('link_expired')
      const hash = await accept(newPassword, user.email)
      const isTold = await mayBeMailed(limits, user.email)
      await db.transaction().execute(async trx => {
        if (!(await tokens.find(trx, 'reset', token)) || !(await tokens.use(trx, found)))
          throw new AppError('link_expired')
        await users.setPassword(trx, user.id, hash)
        await users.confirmEmail(trx, user.id, found.email_key)
        await closeEverything(trx, user.id, isTold)
        await recordEvent(trx, { event: 'password_reset', userId: user.id, network, at: clock.now() })
      })
    },

    /** A wrong current password is no reason to log anybody out: 400, never 401. */
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
      const hash = await accept(newPassword, user.email)
      const isTold = await mayBeMailed(limits, user.email)
      await db.transaction().execute(async trx => {
        await proving.stillProven(trx, session, user)
        await users.setPassword(trx, userId, hash)
        await closeEverything(trx, userId, isTold)
        await recordEvent(trx, { event: 'password_changed', userId, network, at: clock.now() })
      })
      await limits.reset('password_user', String(userId))
    },
  }
}

/** Counts an unrequested mail to this address. Throws `too_many_requests` when a limit is reached. */
export async function takeUnrequestedMail(limits: Limits, email: string): Promise<void> {
  const key = sha256(emailKey(email))
  await limits.take('mail_address', key)
  await limits.take('mail_address_day', key)
}

/** The same, but returns false when a limit is reached. Works for addresses without an account too. */
export const mayBeMailed = (limits: Limits, email: string): Promise<boolean> =>
  isAllowed(takeUnrequestedMail(limits, email))
