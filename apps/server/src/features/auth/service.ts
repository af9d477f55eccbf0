import type { AuthResponse } from '@recaps/contract/auth'
import { emailKey } from '@recaps/domain/email-address'
import { isTimeZone } from '@recaps/domain/time-zone'
import { scheduleFileErasure } from '../../database/erasures.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import { type Limits, tryTake } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdentityProviderName, ProvenIdentity } from '../../ports/identity.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Notifications } from '../notifications/service.ts'
import { hasOwnerUsed, recordEvent } from '../users/audit.ts'
import type { Users } from '../users/service.ts'
import type { SignInGrants } from './grants.ts'
import { checkPassword } from './hash-password.ts'
import { deleteUserExchangeCodes, deleteUserIdentities, hasIdentity } from './identities-repository.ts'
import { createMailedTokens } from './mailed-tokens.ts'
import { accountExists, accountTakenOver, authMails, verifyAddress } from './mails.ts'
import { createPasswords, mayBeMailed, takeUnrequestedMail } from './passwords.ts'
import { createReauthentication, isAccountUnchanged } from './reauthentication.ts'
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
  const reauthentication = createReauthentication(deps)
  const passwords = createPasswords({ ...deps, sessions, tokens, reauthentication })

  return {
    sessions,
    passwords,
    mails: authMails({ ...deps, tokens }),
    /** Deletes expired sessions and mailed links. */
    deleteExpired: () => Promise.all([sessions.deleteExpired(), tokens.deleteExpired()]),

    ...reauthentication,

    /** Whether the user has signed in with the provider, which then lists us among the user's apps. */
    hasSignedInWith: (trx: Trx, userId: number, provider: IdentityProviderName) => hasIdentity(trx, userId, provider),

    /** Revokes the sign-ins of deleted accounts at their providers. */
    revokeScheduledGrants: grants.revokeScheduled,

    /** Ends all access to an account that is being deleted. Returns the providers where the sign-in will be revoked. */
    async deleteUserAccess(trx: Trx, userId: number): Promise<IdentityProviderName[]> {
      const revoked = await grants.scheduleRevocation(trx, userId)
      await sessions.endAll(trx, userId)
      await tokens.deleteForUser(trx, userId)
      await deleteUserExchangeCodes(trx, userId)
      await deleteUserIdentities(trx, userId)
      return revoked
    },

    /**
     * Gives an unconfirmed account to the owner of its address, who signed in with a provider. Ends all other access to it and
     * removes the name and picture.
     */
    async takeOver(trx: Trx, userId: number, identity: ProvenIdentity): Promise<void> {
      await sessions.endAll(trx, userId)
      await tokens.revoke(trx, userId)
      await deleteUserExchangeCodes(trx, userId)
      await deleteUserIdentities(trx, userId)
      const picture = await users.takeOver(trx, userId, identity)
      if (picture) await scheduleFileErasure(trx, [picture], clock.now())
      await notifications.sendMail(trx, accountTakenOver, { userId }, { provider: identity.provider })
    },

    async register(body: Registration, visitor: Visitor): Promise<AuthResponse> {
      // Checked first: the result doesn't depend on the address, and the check is cheap.
      passwords.assertNotGuessable(body.password, body.email)
      await limits.take('register_network', visitor.network)
      const passwordHash = await passwords.hashNew(body.password, body.email)
      const mayMail = await mayBeMailed(limits, body.email)
      const created = await db.transaction().execute(async trx => {
        const user = await users.create(trx, {
          email: body.email,
          passwordHash,
          firstName: body.firstName || null,
          lastName: body.lastName || null,
          timezone: body.timezone && isTimeZone(body.timezone) ? body.timezone : 'UTC',
          emailVerifiedAt: null,
        })
        if (!user) return null
        if (mayMail) await notifications.sendMail(trx, verifyAddress, { userId: user.id }, {})
        await recordEvent(trx, { event: 'registered', userId: user.id, network: visitor.network, at: clock.now() })
        return { user, token: await sessions.open(trx, user.id, visitor) }
      })
      if (created) return { token: created.token, user: await users.present(created.user) }
      if (mayMail) await notifyOwner(body.email)
      throw new AppError('email_taken')
    },

    /** The same answer, after the same time, for an unknown address and for a wrong password. */
    async login(body: { email: string; password: string }, visitor: Visitor): Promise<AuthResponse> {
      const { network } = visitor
      const { user, ...attempt } = await countAttempt(body.email, network)
      const isCorrect = await checkPassword(body.password, user?.password_hash ?? null).catch(async error => {
        // The server was too busy to check the password, so this does not count as an attempt.
        await attempt.refund()
        throw error
      })
      if (!user || !isCorrect) {
        await recordEvent(db, { event: 'login_failed', userId: user?.id ?? null, network, at: clock.now() })
        throw new AppError('wrong_credentials')
      }
      const token = await db.transaction().execute(async trx => {
        // Hashing is slow. If the password changed or the account was deleted in the meantime, every session has ended.
        if (!(await isAccountUnchanged(trx, users, user))) return null
        await recordEvent(trx, { event: 'logged_in', userId: user.id, network, at: clock.now() })
        return await sessions.open(trx, user.id, visitor)
      })
      if (token === null) {
        await recordEvent(db, { event: 'login_failed', userId: user.id, network, at: clock.now() })
        throw new AppError('wrong_credentials')
      }
      await attempt.succeeded()
      return { token, user: await users.present(user) }
    },

    /** Ends the session in every process, including its open streams. */
    logout: ({ userId, sessionId }: Session, network: string) =>
      sessions.endOne(userId, sessionId, 'logged_out', network),

    /**
     * Confirms the caller's address. The link proves access to the mailbox, not ownership of the account: an attacker may have
     * registered the address, and mail scanners open links. So the caller must be logged in to the account of the link.
     */
    async verifyEmail({ userId }: Session, token: string, network: string): Promise<void> {
      await limits.take('token_network', network)
      await db.transaction().execute(async trx => {
        const found = await tokens.find(trx, 'verify', token)
        if (!found) throw new AppError('link_expired')
        if (found.user_id !== userId) throw new AppError('link_of_another')
        const isFirst = await tokens.consume(trx, found)
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
      await takeUnrequestedMail(limits, user.email)
      await db.transaction().execute(trx => notifications.sendMail(trx, verifyAddress, { userId }, {}))
    },
  }

  /**
   * Counts a login attempt against its limits before the password is hashed, and finds the account. Wrong passwords are also
   * limited per account over all networks, except networks from which the owner registered, logged in or reset the password: an
   * attacker can exhaust that limit without locking the owner out. Unknown addresses are counted the same way.
   */
  async function countAttempt(email: string, network: string) {
    const address = sha256(emailKey(email))
    const account = `${address}:${network}`
    await limits.take('login_network', network)
    await limits.take('login_account', account)
    const user = await users.byEmail(email)
    const isFamiliar = await hasOwnerUsed(db, user?.id ?? null, network)
    if (!isFamiliar) await limits.take('login_anywhere', address).catch(refuseFurther)
    const refundAnywhere = async () => {
      if (!isFamiliar) await limits.refundCall('login_anywhere', address)
    }
    return {
      user,
      async refund() {
        await limits.refundCall('login_account', account)
        await limits.refundCall('login_network', network)
        await refundAnywhere()
      },
      async succeeded() {
        await limits.reset('login_account', account)
        await refundAnywhere()
        if (await tryTake(limits, 'login_right', account)) await limits.refundCall('login_network', network)
      },
    }
  }

  /** Mails the owner of an address that someone tried to register with it. */
  async function notifyOwner(email: string): Promise<void> {
    const owner = await users.byEmail(email)
    if (owner)
      await db.transaction().execute(trx => notifications.sendMail(trx, accountExists, { userId: owner.id }, {}))
  }
}

/** Throws `too_many_tries`, whose text explains how the owner can still log in. Rethrows anything but a reached limit. */
function refuseFurther(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { retryAfterSeconds } = error
  throw new AppError('too_many_tries', undefined, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}

export type Auth = ReturnType<typeof createAuth>
