import type { Trx } from '../../jobs/queue.ts'
import { findReadable, joinOrStart, type NewRecap, type RecapRow } from './recaps-repository.ts'

/** The recap that answers a request: readable already and fresh enough, in work, or begun now; `started` says the last. */
export async function oneRecap(
  trx: Trx,
  wanted: NewRecap,
  freshAfter: Date,
): Promise<{ recap: RecapRow; started: boolean }> {
  const known = await findReadable(trx, wanted.requestKey, freshAfter)
  if (known) return { recap: known, started: false }
  const joined = await joinOrStart(trx, wanted)
  // One that became readable between the two looks was not in work any more, so that another was begun beside it.
  const meanwhile = joined.started ? await findReadable(trx, wanted.requestKey, freshAfter) : undefined
  if (!meanwhile) return joined
  await trx.deleteFrom('recaps').where('id', '=', joined.recap.id).execute()
  return { recap: meanwhile, started: false }
}
