import type { FailureCode } from '@recaps/contract/failures'
import { isTimeZone } from '@recaps/domain/time-zone'
import type { Trx } from '../../jobs/queue.ts'
import type { ProvenIdentity } from '../../ports/identity.ts'
import type { Users } from '../users/service.ts'
import { findIdentity, hasIdentity, insertIdentity, lockIdentity, markIdentitySeen } from './identities-repository.ts'

export type AccountOutcome =
  | { kind: 'user'; userId: number; how: 'known' | 'linked' | 'taken_over' | 'registered' }
  | Refused
type Refused = { kind: 'refused'; code: FailureCode }

/** Ends all access to an unconfirmed account and gives it to the person who is signing in. */
export type TakeOver = (trx: Trx, userId: number, identity: ProvenIdentity) => Promise<void>

/**
 * Finds or creates the account of a verified identity: the account linked to it, else the account with its e-mail address,
 * else a new one. Requires that the provider has confirmed the address; otherwise an attacker could claim any address there.
 * We take over an account whose address is unconfirmed, because an attacker may have registered it in advance
 * (pre-hijacking).
 */
export async function findOrCreateAccount(
  trx: Trx,
  users: Users,
  identity: ProvenIdentity,
  { now, timezone, takeOver }: { now: Date; timezone: string | null; takeOver: TakeOver },
): Promise<AccountOutcome> {
  await lockIdentity(trx, identity)
  const known = await findIdentity(trx, identity)
  if (known) {
    await markIdentitySeen(trx, known.id, now)
    return { kind: 'user', userId: known.user_id, how: 'known' }
  }
  const { email, isEmailConfirmed, firstName, lastName } = identity
  if (!email || !isEmailConfirmed) return { kind: 'refused', code: 'address_not_confirmed' }
  const created = await users.create(trx, {
    email,
    passwordHash: null,
    firstName,
    lastName,
    timezone: timezone && isTimeZone(timezone) ? timezone : 'UTC',
    emailVerifiedAt: now,
  })
  if (!created) return await link(trx, users, { ...identity, email }, { now, takeOver })
  await insertIdentity(trx, created.id, identity, now)
  return { kind: 'user', userId: created.id, how: 'registered' }
}

/** Links at most one Google and one Apple identity per account: a second identity with the same address has a new owner. */
async function link(
  trx: Trx,
  users: Users,
  identity: ProvenIdentity & { email: string },
  { now, takeOver }: { now: Date; takeOver: TakeOver },
): Promise<AccountOutcome> {
  const existing = await users.byEmail(identity.email, trx)
  const owner = existing && (await users.lock(trx, existing.id))
  if (owner && !owner.email_verified_at) {
    await takeOver(trx, owner.id, identity)
    await insertIdentity(trx, owner.id, identity, now)
    return { kind: 'user', userId: owner.id, how: 'taken_over' }
  }
  if (!owner || (await hasIdentity(trx, owner.id, identity.provider)))
    return { kind: 'refused', code: 'password_first' }
  await insertIdentity(trx, owner.id, identity, now)
  return { kind: 'user', userId: owner.id, how: 'linked' }
}
