import type { Trx } from '../../jobs/queue.ts'
import type { MovementRow } from './movements-repository.ts'
import { hasOperation } from './operations-repository.ts'
import type { Owner } from './owners-repository.ts'
import { isOver } from './projection.ts'
import { isStoreRef, type PurchaseRef } from './purchase-refs.ts'
import type { PurchaseRow } from './purchases-repository.ts'

/** The result of a sync, with the row that was saved before it. */
interface SyncResult {
  ref: PurchaseRef
  before: PurchaseRow | undefined
  after: PurchaseRow
  owner: Owner
  /** Movements that were not stored before. */
  movements: readonly MovementRow[]
}

/** Charges that bought nothing: paid at the moment when we cancelled the purchase, or after the account was deleted. */
export async function findChargesToRefund(trx: Trx, result: SyncResult): Promise<MovementRow[]> {
  const { ref, before, after, owner } = result
  const charges = result.movements.filter(({ kind }) => kind === 'charge')
  // Only a store can refund its own charges.
  if (charges.length === 0 || !before || isStoreRef(ref) || !isOver(after.status)) return []
  const wasCanceledByUs =
    before.status === 'pending' && (await hasOperation(trx, { kind: 'end', subscriptionId: ref.id }))
  return charges.filter(({ at }) => wasCanceledByUs || (owner.isDeleted && isAfter(at, before.ends_at)))
}

/** Providers report times in whole seconds. */
const isAfter = (at: Date, end: Date | null): boolean => end !== null && at.getTime() > end.getTime() - 1000
