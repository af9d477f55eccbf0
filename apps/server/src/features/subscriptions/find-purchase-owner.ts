import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { PurchaseSnapshot } from './fetch-purchase.ts'
import { findOwnerByAccountToken, findOwnerByCustomer, findOwnerById, type Owner } from './owners-repository.ts'
import { findPurchaseByRef } from './purchases-repository.ts'

/**
 * The owner of a purchase; undefined if it belongs to none of our users. The account that the store names counts before the
 * saved row, because another account may resubscribe on the same phone. `claimedBy` counts only if nothing else names an owner.
 */
export async function findPurchaseOwner(
  db: Db | Trx,
  snapshot: PurchaseSnapshot,
  claimedBy?: number,
): Promise<Owner | undefined> {
  const { customerId, accountToken, ref, replaces } = snapshot
  if (customerId !== null) return await findOwnerByCustomer(db, customerId)
  const tokenOwner = accountToken === null ? undefined : await findOwnerByAccountToken(db, accountToken)
  if (tokenOwner) return tokenOwner
  const row = (await findPurchaseByRef(db, ref)) ?? (replaces && (await findPurchaseByRef(db, replaces)))
  const userId = row?.user_id ?? (accountToken === null ? claimedBy : undefined)
  return userId === undefined ? undefined : await findOwnerById(db, userId)
}
