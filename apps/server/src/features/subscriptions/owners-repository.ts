import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

/** The user who made a purchase. */
export interface Owner {
  userId: number
  isDeleted: boolean
}

/** Undefined if the customer is unknown or its account has been erased. */
export async function findOwnerByCustomer(db: Db | Trx, customerId: string): Promise<Owner | undefined> {
  const row = await db
    .selectFrom('payment_customers')
    .innerJoin('users', 'users.id', 'payment_customers.user_id')
    .select(['users.id', 'users.deleted_at'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row && ownerFrom(row)
}

/** `token` comes from a store, to which any app may have passed any text. */
export async function findOwnerByAccountToken(db: Db | Trx, token: string): Promise<Owner | undefined> {
  if (!isUuid(token)) return undefined
  const row = await db
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where('account_token', '=', token)
    .executeTakeFirst()
  return row && ownerFrom(row)
}

export async function findOwnerById(db: Db | Trx, userId: number): Promise<Owner | undefined> {
  const row = await db.selectFrom('users').select(['id', 'deleted_at']).where('id', '=', userId).executeTakeFirst()
  return row && ownerFrom(row)
}

const ownerFrom = ({ id, deleted_at }: { id: number; deleted_at: Date | null }): Owner => ({
  userId: id,
  isDeleted: deleted_at !== null,
})

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
