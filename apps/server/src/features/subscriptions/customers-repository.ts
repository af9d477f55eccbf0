import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

export async function findCustomer(db: Db | Trx, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Saves the customer id of a user. If another call saved one first, returns that one. */
export async function saveCustomer(db: Db, userId: number, customerId: string, now: Date): Promise<string> {
  await db
    .insertInto('payment_customers')
    .values({ user_id: userId, customer_id: customerId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await findCustomer(db, userId)) ?? customerId
}

export const deleteCustomer = (db: Db, customerId: string) =>
  db.deleteFrom('payment_customers').where('customer_id', '=', customerId).execute()
