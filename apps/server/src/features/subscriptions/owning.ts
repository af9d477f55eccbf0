import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import { type Owner, ownerById, ownerOfCustomer, ownerOfToken } from './owners-repository.ts'
import { findByRef } from './repository.ts'
import type { Told } from './seeing.ts'

/**
 * Whose it is; undefined for what is nobody's of ours. What a store was told at the newest payment counts before what is
 * written here: on one phone, another account may take a plan up again. `claimedBy` is believed where nothing else tells.
 */
export async function ownerOf(db: Db | Trx, told: Told, claimedBy?: number): Promise<Owner | undefined> {
  const { customerId, accountToken, ref, replaces } = told
  if (customerId !== null) return await ownerOfCustomer(db, customerId)
  const named = accountToken === null ? undefined : await ownerOfToken(db, accountToken)
  if (named) return named
  const row = (await findByRef(db, ref)) ?? (replaces && (await findByRef(db, replaces)))
  const userId = row?.user_id ?? (accountToken === null ? claimedBy : undefined)
  return userId === undefined ? undefined : await ownerById(db, userId)
}
