import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'

export interface ConfirmedAddressRule {
  /** True if work costs the operator money and mail is set up, so that throwaway accounts cannot spend it. */
  needsConfirmedAddress: boolean
}

/** Throws `confirm_address` if this user must confirm their address before work starts for them. */
export async function requireConfirmedAddress(db: Db | Trx, userId: number, rule: ConfirmedAddressRule): Promise<void> {
  if (!(await mayStartWork(db, userId, rule))) throw new AppError('confirm_address')
}

export async function mayStartWork(
  db: Db | Trx,
  userId: number,
  { needsConfirmedAddress }: ConfirmedAddressRule,
): Promise<boolean> {
  if (!needsConfirmedAddress) return true
  const user = await db.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirst()
  return Boolean(user?.email_verified_at)
}
