import type { Db } from '../../database/open.ts'
import type { PaymentProvider } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'

/** That something was told. */
export interface ToldEvent {
  provider: PaymentProvider
  id: string
  type: string
  /** What it is about, as the provider calls it. */
  subject: string | null
}

/** False when it came before. Each provider names its events as it likes. */
export async function insertEvent(trx: Trx, { provider, id, type, subject }: ToldEvent, now: Date): Promise<boolean> {
  const name = provider === 'stripe' ? id : `${provider}:${id}`
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_events')
    .values({ id: name, provider, type, subject, received_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const forgetEventsBefore = (db: Db, before: Date) =>
  db.deleteFrom('payment_events').where('received_at', '<', before).execute()
