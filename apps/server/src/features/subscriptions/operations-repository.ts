import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { PaymentOperationsTable } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Wish } from './wishes.ts'

export type OperationRow = Selectable<PaymentOperationsTable>

/** `userId` is null for what outlives its account. */
export const insertOperation = (trx: Trx, userId: number | null, wish: Wish, now: Date): Promise<OperationRow> =>
  trx
    .insertInto('payment_operations')
    .values({ id: randomUUID(), user_id: userId, kind: wish.kind, wish: JSON.stringify(wish), created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findBegun = (trx: Trx, userId: number): Promise<OperationRow | undefined> =>
  trx
    .selectFrom('payment_operations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'begun')
    .executeTakeFirst()

/** Whether this was ever asked of the provider. */
export async function wasAsked(trx: Trx, wish: Wish): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_operations')
    .select('id')
    .where('wish', '=', JSON.stringify(wish))
    .executeTakeFirst()
  return row !== undefined
}

export const findOperation = (db: Db, id: string): Promise<OperationRow | undefined> =>
  db.selectFrom('payment_operations').selectAll().where('id', '=', id).executeTakeFirst()

/** False when somebody else has ended it. */
export async function endOperation(
  db: Db | Trx,
  id: string,
  ending: { state: 'done' | 'failed'; result: string | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_operations')
    .set({ state: ending.state, result: ending.result, ended_at: ending.now })
    .where('id', '=', id)
    .where('state', '=', 'begun')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The account is being deleted: nothing that it began is called again. */
export const giveUpOperationsOf = (trx: Trx, userId: number, now: Date) =>
  trx
    .updateTable('payment_operations')
    .set({ state: 'failed', result: 'account deleted', ended_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'begun')
    .execute()

export const forgetOperationsBefore = (db: Db, before: Date) =>
  db.deleteFrom('payment_operations').where('state', '<>', 'begun').where('ended_at', '<', before).execute()
