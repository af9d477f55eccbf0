import type { Trx } from '../../jobs/queue.ts'
import type { MovementRow } from './movements-repository.ts'
import { wasAsked } from './operations-repository.ts'
import type { Owner } from './owners-repository.ts'
import { isOver } from './projection.ts'
import { isOfStore, type Ref } from './refs.ts'
import type { PurchaseRow } from './repository.ts'

/** What a look has found, beside what was written down before it. */
interface Found {
  ref: Ref
  before: PurchaseRow | undefined
  after: PurchaseRow
  owner: Owner
  /** Money that was not known to have moved. */
  movements: readonly MovementRow[]
}

/** Charges that bought nothing: paid in the very moment in which we gave the purchase up, or after its account was deleted. */
export async function vainCharges(trx: Trx, found: Found): Promise<MovementRow[]> {
  const { ref, before, after, owner } = found
  const charges = found.movements.filter(({ kind }) => kind === 'charge')
  // What a store took only the store gives back.
  if (charges.length === 0 || !before || isOfStore(ref) || !isOver(after.status)) return []
  const isGivenUp = before.status === 'pending' && (await wasAsked(trx, { kind: 'end', subscriptionId: ref.id }))
  return charges.filter(({ at }) => isGivenUp || (owner.isGone && isAfter(at, before.ends_at)))
}

/** Providers tell whole seconds. */
const isAfter = (at: Date, end: Date | null): boolean => end !== null && at.getTime() > end.getTime() - 1000
