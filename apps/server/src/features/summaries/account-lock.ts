import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'

/**
 * Orders one user's own changes: the second of two parallel requests sees what the first did. False where the account was
 * deleted meanwhile: nothing may be written for it any more.
 */
export const lockUser = async (trx: Trx, userId: number): Promise<boolean> =>
  (await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** The same, for what a user asks for: who waited here while the account was deleted is logged out by the answer. */
export async function lockCaller(trx: Trx, userId: number): Promise<void> {
  if (!(await lockUser(trx, userId))) throw new AppError('unauthorized')
}
