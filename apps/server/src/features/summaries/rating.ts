import type { Rating } from '@recaps/contract/summaries'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import { type EntryRow, isReadable } from './repository.ts'

/** Keeps what its owner says of a summary in place of what they said before, or takes that back. True when it is news. */
export async function rate(trx: Trx, row: EntryRow, said: Rating | 'none', now: Date): Promise<boolean> {
  if (!isReadable(row)) throw new AppError('invalid_request', 'It can be judged as soon as it can be read.')
  if ((row.rating ?? 'none') === said) return false
  if (said === 'none') await trx.deleteFrom('ratings').where('summary_id', '=', row.id).execute()
  else
    await trx
      .insertInto('ratings')
      .values({ summary_id: row.id, rating: said, rated_at: now })
      .onConflict(conflict => conflict.column('summary_id').doUpdateSet({ rating: said, rated_at: now }))
      .execute()
  return true
}
