import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { PaymentEvent } from '../../ports/payments.ts'

/** False when it came before. */
export async function insertEvent(trx: Trx, event: PaymentEvent, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_events')
    .values({
      id: event.id,
      provider: 'stripe',
      type: event.type,
      subject: event.subscriptionId ?? event.customerId ?? event.chargeId,
      received_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const forgetEventsBefore = (db: Db, before: Date) =>
  db.deleteFrom('payment_events').where('received_at', '<', before).execute()
