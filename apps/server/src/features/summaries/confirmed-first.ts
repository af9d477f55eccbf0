import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'

export interface ConfirmedFirst {
  /** Where work costs the operator money and mail is set up: accounts that anybody can make in a moment must not spend it. */
  needsConfirmedAddress: boolean
}

/** Throws `confirm_address` when this user must confirm their address before work begins for them. */
export async function requireConfirmed(db: Db | Trx, userId: number, rule: ConfirmedFirst): Promise<void> {
  if (!(await mayBegin(db, userId, rule))) throw new AppError('confirm_address')
}

/** Whether work may begin for this user. */
export async function mayBegin(
  db: Db | Trx,
  userId: number,
  { needsConfirmedAddress }: ConfirmedFirst,
): Promise<boolean> {
  if (!needsConfirmedAddress) return true
  const user = await db.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirst()
  return Boolean(user?.email_verified_at)
}
