import type { Rating } from '@recaps/contract/summaries'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import { isReadable, type SummaryRow } from './summaries-repository.ts'

/** Sets or removes the owner's rating of a summary. Returns true if the rating changed. */
export async function rateSummary(trx: Trx, row: SummaryRow, rating: Rating | 'none', now: Date): Promise<boolean> {
  if (!isReadable(row)) throw new AppError('invalid_request', 'You can rate this summary once it is ready.')
  if ((row.rating ?? 'none') === rating) return false
  if (rating === 'none') await trx.deleteFrom('ratings').where('summary_id', '=', row.id).execute()
  else
    await trx
      .insertInto('ratings')
      .values({ summary_id: row.id, rating, rated_at: now })
      .onConflict(conflict => conflict.column('summary_id').doUpdateSet({ rating, rated_at: now }))
      .execute()
  return true
}
