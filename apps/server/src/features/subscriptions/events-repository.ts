import type { Db } from '../../database/open.ts'
import type { PaymentProvider } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'

/** An event that a provider sent, stored to recognize repeated deliveries. */
export interface ReceivedEvent {
  provider: PaymentProvider
  id: string
  type: string
  /** The id of the object it is about at the provider. */
  subject: string | null
}

/** False if the event was stored before. Ids are only unique per provider, so those of stores get a prefix. */
export async function insertEvent(
  trx: Trx,
  { provider, id, type, subject }: ReceivedEvent,
  now: Date,
): Promise<boolean> {
  const storedId = provider === 'stripe' ? id : `${provider}:${id}`
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_events')
    .values({ id: storedId, provider, type, subject, received_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const deleteEventsBefore = (db: Db, before: Date) =>
  db.deleteFrom('payment_events').where('received_at', '<', before).execute()
