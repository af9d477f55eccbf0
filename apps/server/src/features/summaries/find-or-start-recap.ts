import type { Trx } from '../../jobs/queue.ts'
import { findReadableRecap, joinOrStartRecap, type NewRecap, type RecapRow } from './recaps-repository.ts'

/** Finds a recap for the request that is readable and fresh, or in progress; otherwise starts one (`started`). */
export async function findOrStartRecap(
  trx: Trx,
  newRecap: NewRecap,
  freshAfter: Date,
): Promise<{ recap: RecapRow; started: boolean }> {
  const readable = await findReadableRecap(trx, newRecap.requestKey, freshAfter)
  if (readable) return { recap: readable, started: false }
  const joined = await joinOrStartRecap(trx, newRecap)
  // A recap that became readable between the two queries was no longer in progress, so a second one was started.
  const finished = joined.started ? await findReadableRecap(trx, newRecap.requestKey, freshAfter) : undefined
  if (!finished) return joined
  await trx.deleteFrom('recaps').where('id', '=', joined.recap.id).execute()
  return { recap: finished, started: false }
}
