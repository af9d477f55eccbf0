import { sql } from 'kysely'
import type { PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'

export interface DataSnapshot {
  /** Restores the data of the user. The purchase is deleted unless `isKnown`. */
  restore({ isKnown }: { isKnown: boolean }): Promise<void>
}

/** Snapshot of a purchase before any event about it. Requires a server without other users. */
export async function takeSnapshot({ server }: PaymentServer, { id: userId }: TestUser): Promise<DataSnapshot> {
  const { db } = server.services.database
  const { id: _, ...row } = await db
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    restore: ({ isKnown }) =>
      db.transaction().execute(async trx => {
        for (const table of ['user_subscriptions', 'payment_movements', 'notices', 'outbox'] as const)
          await trx.deleteFrom(table).where('user_id', '=', userId).execute()
        await trx.deleteFrom('payment_events').execute()
        // Thousands of completed jobs would slow down later ones.
        await sql`delete from pgboss.job where state = 'completed'`.execute(trx)
        if (isKnown) await trx.insertInto('user_subscriptions').values(row).execute()
      }),
  }
}

/** The outcome of a purchase, without generated ids and times. */
export interface PurchaseOutcome {
  /** The active plan, and the status of each purchase. */
  planAndStatuses: string
  /** The state in Stripe’s terms. */
  atStripe: string
  purchases: object[]
  movements: string[]
  mails: string[]
  notices: string[]
}

export async function fetchOutcome(
  { server }: PaymentServer,
  { id: userId, client }: TestUser,
): Promise<PurchaseOutcome> {
  const { db } = server.services.database
  // One user makes hundreds of calls here, on a fast machine more than the limit per minute.
  await server.services.limits.reset('user', String(userId))
  const { activePlan, subscriptions } = await client.subscriptions.user()
  const [rows, moved, mails, notices] = await Promise.all([
    db.selectFrom('user_subscriptions').select('provider_state').where('user_id', '=', userId).execute(),
    db.selectFrom('payment_movements').selectAll().where('user_id', '=', userId).execute(),
    db.selectFrom('outbox').select('template').where('user_id', '=', userId).execute(),
    db.selectFrom('notices').select(['title', 'body']).where('user_id', '=', userId).execute(),
  ])
  return {
    planAndStatuses: `${activePlan.id} ${subscriptions.map(({ status }) => status).join()}`,
    atStripe: rows.map(({ provider_state }) => provider_state).join(),
    purchases: subscriptions.map(({ id, createdAt, updatedAt, ...purchase }) => purchase),
    movements: moved.map(({ id, kind, amount_cents }) => `${kind} ${id.split(':')[0]} ${amount_cents}`).toSorted(),
    mails: mails.map(({ template }) => template).toSorted(),
    notices: notices.map(({ title, body }) => `${title}: ${body}`).toSorted(),
  }
}

export type StripeOutcome = Pick<PurchaseOutcome, 'atStripe' | 'movements' | 'mails'>

/** The state of a subscription at Stripe, and the one mail that is expected for each of its payments and refunds. */
export function stripeOutcome({ stripe }: PaymentServer, id: string): StripeOutcome {
  const { status, customer } = stripe.state.subscriptions.get(id)!
  const moved = stripe.ledger.filter(entry => entry.customer === customer)
  return {
    atStripe: status,
    movements: moved.map(entry => `${entry.kind} ${entry.id} ${entry.amount}`).toSorted(),
    mails: moved.flatMap(({ kind }) => mailOf[kind] ?? []).toSorted(),
  }
}

const mailOf: Record<string, string> = { charge: 'subscriptions.charged', refund: 'subscriptions.refunded' }
