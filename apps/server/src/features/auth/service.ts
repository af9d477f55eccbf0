import type { AuthResponse } from '@recaps/contract/auth'
import { isTimeZone } from '@recaps/domain/time-zone'
import { eraseLater } from '../../database/erasures.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import { allows, type Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdentityProviderName, ProvenIdentity } from '../../ports/identity.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Notifications } from '../notifications/service.ts'
import { hasOwnerUsed, recordEvent } from '../users/audit.ts'
import { emailKey, type UserRow, type Users } from '../users/service.ts'
import type { SignInGrants } from './grants.ts'
import { deleteCodesOf, deleteIdentitiesOf, hasIdentityOf } from './identities-repository.ts'
import { createMailedTokens } from './mailed-tokens.ts'
import { accountExists, accountTakenOver, authMails, verifyAddress } from './mails.ts'
import { checkPassword } from './password.ts'
import { createPasswords, mayBeMailed } from './passwords.ts'
import { createProving, isUnchanged } from './proving.ts'
import { createSessions, sha256, type Visitor } from './sessions.ts'

export interface AuthDeps {
  db: Db
  clock: Clock
  users: Users
  notifications: Notifications
  limits: Limits
  signer: Signer
  grants: SignInGrants
  productName: string
}

interface Registration {
  email: string
  password: string
  firstName?: string | null
  lastName?: string | null
  timezone?: string | null
}

export function createAuth(deps: AuthDeps) {
  const { db, clock, users, notifications, limits, grants } = deps
  const sessions = createSessions(deps)
  const tokens = createMailedTokens(deps)
  const proving = createProving(deps)
  const passwords = createPasswords({ ...deps, sessions, tokens, proving })

  return {
    sessions,
    passwords,
    mails: authMails({ ...deps, tokens }),
    /** Removes sessions and links that ended long ago. */
    forgetOld: () => Promise.all([sessions.forgetOld(), tokens.forgetOld()]),

    ...proving,

    /** Whether the provider lists us among what its user signs in to, which only its user can end. */
    isKnownTo: (trx: Trx, userId: number, provider: IdentityProviderName) => hasIdentityOf(trx, userId, provider),

    /** Ends at their providers the sign-ins of deleted accounts that are noted to be. */
    endGrants: grants.endDue,

    /** The account is being deleted: every way into it ends. Gives the providers at which the sign-in will be ended too. */
    async forgetUser(trx: Trx, userId: number): Promise<IdentityProviderName[]> {
      const ending = await grants.endLater(trx, userId)
      await sessions.endAll(trx, userId)
      await tokens.forgetUser(trx, userId)
      await deleteCodesOf(trx, userId)
      await deleteIdentitiesOf(trx, userId)
      return ending
    },

    /**
     * The owner of an address signs in by a provider, and an account has it that nobody has confirmed: whoever registered it
     * is out, and nothing they wrote about themselves stays.
     */
    async takeOver(trx: Trx, userId: number, identity: ProvenIdentity): Promise<void> {
      await sessions.endAll(trx, userId)
      await tokens.takeBack(trx, userId)
      await deleteCodesOf(trx, userId)
      await deleteIdentitiesOf(trx, userId)
      const picture = await users.takeOver(trx, userId, identity)
      if (picture) await eraseLater(trx, [picture], clock.now())
      await notifications.sendMail(trx, accountTakenOver, { userId }, { provider: identity.provider })
    },

    async register(body: Registration, visitor: Visitor): Promise<AuthResponse> {
      // What is said of a password is the same for everybody, and costs nothing.
      passwords.judge(body.password, body.email)
      await limits.take('register_network', visitor.network)
      const passwordHash = await passwords.accept(body.password, body.email)
      const isMailed = await mayBeMailed(limits, body.email)
      const made = await db.transaction().execute(async trx => {
        const user = await users.create(trx, {
          email: body.email,
          passwordHash,
          firstName: body.firstName || null,
          lastName: body.lastName || null,
          timezone: body.timezone && isTimeZone(body.timezone) ? body.timezone : 'UTC',
          emailVerifiedAt: null,
        })
        if (!user) return null
        if (isMailed) await notifications.sendMail(trx, verifyAddress, { userId: user.id }, {})
        await recordEvent(trx, { event: 'registered', userId: user.id, network: visitor.network, at: clock.now() })
        return { user, token: await sessions.open(trx, user.id, visitor) }
      })
      if (made) return { token: made.token, user: await users.present(made.user) }
      if (isMailed) await tellOwner(body.email)
      throw new AppError('email_taken')
    },

    /** The same answer, after the same time, for an unknown address and for a wrong password. */
    async login(body: { email: string; password: string }, visitor: Visitor): Promise<AuthResponse> {
      const { network } = visitor
      const user = await users.byEmail(body.email)
      const tries = await takeTry(body.email, user, network)
      const right = await checkPassword(body.password, user?.password_hash ?? null).catch(async error => {
        // Too busy to look at the password: that was no try.
        await tries.giveBack()
        throw error
      })
      if (!user || !right) {
        await recordEvent(db, { event: 'login_failed', userId: user?.id ?? null, network, at: clock.now() })
        throw new AppError('wrong_credentials')
      }
      const token = await db.transaction().execute(async trx => {
        // The hash took its time: whoever changed the password or deleted the account meanwhile has ended every session.
        if (!(await isUnchanged(trx, users, user))) return null
        await recordEvent(trx, { event: 'logged_in', userId: user.id, network, at: clock.now() })
        return await sessions.open(trx, user.id, visitor)
      })
      if (token === null) {
        await recordEvent(db, { event: 'login_failed', userId: user.id, network, at: clock.now() })
        throw new AppError('wrong_credentials')
      }
      await tries.wasRight()
      return { token, user: await users.present(user) }
    },

    /** Ends the session everywhere: what is still open in its name is closed too. */
    logout: ({ userId, sessionId }: Session, network: string) =>
      sessions.endOne(userId, sessionId, 'logged_out', network),

    /**
     * Confirms the address of the caller. The link proves the mailbox and not the account: somebody else may have registered
     * the address, and programs open the links of mails. So it takes a session of the account that the link was mailed for.
     */
    async verifyEmail({ userId }: Session, token: string, network: string): Promise<void> {
      await limits.take('token_network', network)
      await db.transaction().execute(async trx => {
        const found = await tokens.find(trx, 'verify', token)
        if (!found) throw new AppError('link_expired')
        if (found.user_id !== userId) throw new AppError('link_of_another')
        const isFirst = await tokens.use(trx, found)
        const confirmed = isFirst && (await users.confirmEmail(trx, found.user_id, found.email_key))
        if (confirmed)
          await recordEvent(trx, { event: 'email_verified', userId: found.user_id, network, at: clock.now() })
        else if (!(await users.isConfirmed(trx, found.user_id, found.email_key))) throw new AppError('link_expired')
      })
    },

    async resendVerification({ userId }: Session): Promise<void> {
      const user = await users.byId(userId)
      if (!user) throw new AppError('unauthorized')
      if (user.email_verified_at) return
      const key = sha256(emailKey(user.email))
      await limits.take('mail_address', key)
      await limits.take('mail_address_day', key)
      await db.transaction().execute(trx => notifications.sendMail(trx, verifyAddress, { userId }, {}))
    },
  }

  /**
   * Takes one log-in from what is allowed, before anything is hashed. Wrong passwords for one account are limited over all
   * networks too, except for those from which its owner has logged in or reset the password: strangers can use up the
   * limit, but lock nobody out. Addresses without an account are counted alike.
   */
  async function takeTry(email: string, user: UserRow | undefined, network: string) {
    const address = sha256(emailKey(email))
    const account = `${address}:${network}`
    await limits.take('login_network', network)
    await limits.take('login_account', account)
    const isFamiliar = await hasOwnerUsed(db, user?.id ?? null, network)
    if (!isFamiliar)
      await limits.take('login_anywhere', address).catch(({ retryAfterSeconds }: AppError) => {
        throw new AppError('too_many_tries', undefined, { retryAfterSeconds: retryAfterSeconds ?? 3600 })
      })
    const giveBackAnywhere = async () => {
      if (!isFamiliar) await limits.giveBack('login_anywhere', address)
    }
    return {
      async giveBack() {
        await limits.giveBack('login_account', account)
        await limits.giveBack('login_network', network)
        await giveBackAnywhere()
      },
      async wasRight() {
        await limits.reset('login_account', account)
        await giveBackAnywhere()
        if (await allows(limits, 'login_right', account)) await limits.giveBack('login_network', network)
      },
    }
  }

  /** Who registers an address that has an account hears that it has; its owner hears that somebody tried. */
  async function tellOwner(email: string): Promise<void> {
    const owner = await users.byEmail(email)
    if (owner)
      await db.transaction().execute(trx => notifications.sendMail(trx, accountExists, { userId: owner.id }, {}))
  }
}

export type Auth = ReturnType<typeof createAuth>
