import type { Trx } from '../../jobs/queue.ts'
import type { MovementRow } from './movements-repository.ts'
import { wasAsked } from './operations-repository.ts'
import type { Owner } from './owners-repository.ts'
import { isOver } from './projection.ts'
import { isOfStore, type Ref } from './refs.ts'
import type { PurchaseRow } from './repository.ts'

/** The result of a sync, with the row that was saved before it. */
interface SyncResult {
  ref: Ref
  before: PurchaseRow | undefined
  after: PurchaseRow
  owner: Owner
  /** Movements that were not stored before. */
  movements: readonly MovementRow[]
}

/** Charges that bought nothing: paid at the moment when we cancelled the purchase, or after the account was deleted. */
export async function vainCharges(trx: Trx, result: SyncResult): Promise<MovementRow[]> {
  const { ref, before, after, owner } = result
  const charges = result.movements.filter(({ kind }) => kind === 'charge')
  // Only a store can refund its own charges.
  if (charges.length === 0 || !before || isOfStore(ref) || !isOver(after.status)) return []
  const wasCanceledByUs = before.status === 'pending' && (await wasAsked(trx, { kind: 'end', subscriptionId: ref.id }))
  return charges.filter(({ at }) => wasCanceledByUs || (owner.isGone && isAfter(at, before.ends_at)))
}

/** Providers report times in whole seconds. */
const isAfter = (at: Date, end: Date | null): boolean => end !== null && at.getTime() > end.getTime() - 1000
