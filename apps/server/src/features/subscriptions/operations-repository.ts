import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { PaymentOperationsTable } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { PaymentCommand } from './payment-commands.ts'

export type OperationRow = Selectable<PaymentOperationsTable>

/** `userId` is null for operations that must outlive the account. */
export const insertOperation = (
  trx: Trx,
  userId: number | null,
  command: PaymentCommand,
  now: Date,
): Promise<OperationRow> =>
  trx
    .insertInto('payment_operations')
    .values({ id: randomUUID(), user_id: userId, kind: command.kind, wish: JSON.stringify(command), created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findOpenOperation = (trx: Trx, userId: number): Promise<OperationRow | undefined> =>
  trx
    .selectFrom('payment_operations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'begun')
    .executeTakeFirst()

export async function hasOperation(trx: Trx, command: PaymentCommand): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_operations')
    .select('id')
    .where('wish', '=', JSON.stringify(command))
    .executeTakeFirst()
  return row !== undefined
}

export const findOperation = (db: Db, id: string): Promise<OperationRow | undefined> =>
  db.selectFrom('payment_operations').selectAll().where('id', '=', id).executeTakeFirst()

/** False if the operation had already ended. */
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

/** Fails the open operations of an account that is being deleted, so that they are never called again. */
export const failOpenOperations = (trx: Trx, userId: number, now: Date) =>
  trx
    .updateTable('payment_operations')
    .set({ state: 'failed', result: 'account deleted', ended_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'begun')
    .execute()

export const deleteOperationsBefore = (db: Db, before: Date) =>
  db.deleteFrom('payment_operations').where('state', '<>', 'begun').where('ended_at', '<', before).execute()
