import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'

/**
 * Serializes the changes of one user, so that the second of two parallel requests sees the result of the first. Returns
 * false if the account was deleted in the meantime: then nothing may be written for it.
 */
export const lockUser = async (trx: Trx, userId: number): Promise<boolean> =>
  (await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** `lockUser` for requests of the user. Throws `unauthorized`, which logs the client out, if the account was deleted. */
export async function lockCaller(trx: Trx, userId: number): Promise<void> {
  if (!(await lockUser(trx, userId))) throw new AppError('unauthorized')
}
