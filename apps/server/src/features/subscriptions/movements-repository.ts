import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { PaymentMovementsTable, PaymentProvider } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Movement } from '../../ports/payments.ts'

export type MovementRow = Selectable<PaymentMovementsTable>

/** Inserts the movements that are not stored yet, and returns those. Idempotent. */
export async function insertMovements(
  trx: Trx,
  purchase: { userId: number; purchaseId: number; provider: PaymentProvider; currency: string },
  movements: readonly Movement[],
): Promise<MovementRow[]> {
  if (movements.length === 0) return []
  return await trx
    .insertInto('payment_movements')
    .values(
      movements.map(({ id, kind, amountCents, currency, invoiceId, at }) => ({
        id,
        user_id: purchase.userId,
        user_subscription_id: purchase.purchaseId,
        provider: purchase.provider,
        kind,
        amount_cents: amountCents,
        currency: currency || purchase.currency,
        invoice_id: invoiceId,
        at,
      })),
    )
    .onConflict(conflict => conflict.column('id').doNothing())
    .returningAll()
    .execute()
}

export const listMovements = (db: Db, userId: number): Promise<MovementRow[]> =>
  db.selectFrom('payment_movements').selectAll().where('user_id', '=', userId).orderBy('at').orderBy('id').execute()
