import type { FailureCode } from '@recaps/contract/failures'
import { isTimeZone } from '@recaps/domain/time-zone'
import type { Trx } from '../../jobs/queue.ts'
import type { ProvenIdentity } from '../../ports/identity.ts'
import type { Users } from '../users/service.ts'
import { findIdentity, hasIdentityOf, insertIdentity, lockIdentity, markIdentitySeen } from './identities-repository.ts'

export type Found = { kind: 'user'; userId: number; how: 'known' | 'linked' | 'taken_over' | 'registered' } | Refused
type Refused = { kind: 'refused'; code: FailureCode }

/** Ends every way into an account that nobody has confirmed, and gives it to the person who is signing in. */
export type TakeOver = (trx: Trx, userId: number, identity: ProvenIdentity) => Promise<void>

/**
 * The account of a proven identity: the one it belongs to, else the one with its address, else a new one. The provider must
 * have confirmed the address, or anybody could claim it there and walk in. An account here whose address is not confirmed
 * may have been registered by somebody who waits for the owner to join (pre-hijacking): it is taken over.
 */
export async function accountOf(
  trx: Trx,
  users: Users,
  identity: ProvenIdentity,
  { now, timezone, takeOver }: { now: Date; timezone: string | null; takeOver: TakeOver },
): Promise<Found> {
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

/** One account has one Google and one Apple: a second one of the same address has changed hands at the provider. */
async function link(
  trx: Trx,
  users: Users,
  identity: ProvenIdentity & { email: string },
  { now, takeOver }: { now: Date; takeOver: TakeOver },
): Promise<Found> {
  const there = await users.byEmail(identity.email, trx)
  const owner = there && (await users.lock(trx, there.id))
  if (owner && !owner.email_verified_at) {
    await takeOver(trx, owner.id, identity)
    await insertIdentity(trx, owner.id, identity, now)
    return { kind: 'user', userId: owner.id, how: 'taken_over' }
  }
  if (!owner || (await hasIdentityOf(trx, owner.id, identity.provider)))
    return { kind: 'refused', code: 'password_first' }
  await insertIdentity(trx, owner.id, identity, now)
  return { kind: 'user', userId: owner.id, how: 'linked' }
}
