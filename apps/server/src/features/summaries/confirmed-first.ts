import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'

export interface ConfirmedFirst {
  /** True if work costs the operator money and mail is set up, so that throwaway accounts cannot spend it. */
  needsConfirmedAddress: boolean
}

/** Throws `confirm_address` if this user must confirm their address before work starts for them. */
export async function requireConfirmed(db: Db | Trx, userId: number, rule: ConfirmedFirst): Promise<void> {
  if (!(await mayBegin(db, userId, rule))) throw new AppError('confirm_address')
}

export async function mayBegin(
  db: Db | Trx,
  userId: number,
  { needsConfirmedAddress }: ConfirmedFirst,
): Promise<boolean> {
  if (!needsConfirmedAddress) return true
  const user = await db.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirst()
  return Boolean(user?.email_verified_at)
}
