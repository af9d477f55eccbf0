import type { FailureCode } from '@recaps/contract/failures'
import { isTimeZone } from '@recaps/domain/time-zone'
import type { Trx } from '../../jobs/queue.ts'
import type { ProvenIdentity } from '../../ports/identity.ts'
import type { Users } from '../users/service.ts'
import { findIdentity, hasIdentityOf, insertIdentity, lockIdentity, markIdentitySeen } from './identities-repository.ts'

export type Found = { kind: 'user'; userId: number; how: 'known' | 'linked' | 'registered' } | Refused
type Refused = { kind: 'refused'; code: FailureCode }

/**
 * The account of a proven identity: the one it belongs to, else the one with its address, else a new one. An address
 * leads to an account only when both sides have confirmed it. Otherwise somebody could register the address of another
 * beforehand and wait for its owner to join them (pre-hijacking), or claim an address at the provider and walk in.
 */
export async function accountOf(
  trx: Trx,
  users: Users,
  identity: ProvenIdentity,
  { now, timezone }: { now: Date; timezone: string | null },
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
  if (!created) return await link(trx, users, { ...identity, email }, now)
  await insertIdentity(trx, created.id, identity, now)
  return { kind: 'user', userId: created.id, how: 'registered' }
}

/** One account has one Google and one Apple: a second one of the same address has changed hands at the provider. */
async function link(trx: Trx, users: Users, identity: ProvenIdentity & { email: string }, now: Date): Promise<Found> {
  const there = await users.byEmail(identity.email, trx)
  const owner = there && (await users.lock(trx, there.id))
  if (!owner?.email_verified_at || (await hasIdentityOf(trx, owner.id, identity.provider)))
    return { kind: 'refused', code: 'password_first' }
  await insertIdentity(trx, owner.id, identity, now)
  return { kind: 'user', userId: owner.id, how: 'linked' }
}
