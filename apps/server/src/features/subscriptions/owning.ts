import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import { type Owner, ownerById, ownerOfCustomer, ownerOfToken } from './owners-repository.ts'
import { findByRef } from './repository.ts'
import type { Told } from './seeing.ts'

/**
 * The owner of a purchase; undefined if it belongs to none of our users. The account that the store names counts before the
 * saved row, because another account may resubscribe on the same phone. `claimedBy` counts only if nothing else names an owner.
 */
export async function ownerOf(db: Db | Trx, snapshot: Told, claimedBy?: number): Promise<Owner | undefined> {
  const { customerId, accountToken, ref, replaces } = snapshot
  if (customerId !== null) return await ownerOfCustomer(db, customerId)
  const tokenOwner = accountToken === null ? undefined : await ownerOfToken(db, accountToken)
  if (tokenOwner) return tokenOwner
  const row = (await findByRef(db, ref)) ?? (replaces && (await findByRef(db, replaces)))
  const userId = row?.user_id ?? (accountToken === null ? claimedBy : undefined)
  return userId === undefined ? undefined : await ownerById(db, userId)
}
