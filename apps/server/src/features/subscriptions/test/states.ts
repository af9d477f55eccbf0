import { sql } from 'kysely'
import type { PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'

export interface Snapshot {
  /** Restores the data of the user. The purchase is deleted unless `isKnown`. */
  restore({ isKnown }: { isKnown: boolean }): Promise<void>
}

/** Snapshot of a purchase before any event about it. Requires a server without other users. */
export async function snapshotOf({ server }: PaymentServer, { id: userId }: TestUser): Promise<Snapshot> {
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
export interface State {
  /** The active plan, and the status of each purchase. */
  standing: string
  /** The state in Stripe’s terms. */
  atStripe: string
  purchases: object[]
  moved: string[]
  mails: string[]
  notices: string[]
}

export async function stateOf({ server }: PaymentServer, { id: userId, client }: TestUser): Promise<State> {
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
    standing: `${activePlan.id} ${subscriptions.map(({ status }) => status).join()}`,
    atStripe: rows.map(({ provider_state }) => provider_state).join(),
    purchases: subscriptions.map(({ id, createdAt, updatedAt, ...purchase }) => purchase),
    moved: moved.map(({ id, kind, amount_cents }) => `${kind} ${id.split(':')[0]} ${amount_cents}`).toSorted(),
    mails: mails.map(({ template }) => template).toSorted(),
    notices: notices.map(({ title, body }) => `${title}: ${body}`).toSorted(),
  }
}

export type StripeState = Pick<State, 'atStripe' | 'moved' | 'mails'>

/** The state of a subscription at Stripe, and the one mail that is expected for each of its payments and refunds. */
export function stripeStateOf({ stripe }: PaymentServer, id: string): StripeState {
  const { status, customer } = stripe.state.subscriptions.get(id)!
  const moved = stripe.ledger.filter(entry => entry.customer === customer)
  return {
    atStripe: status,
    moved: moved.map(entry => `${entry.kind} ${entry.id} ${entry.amount}`).toSorted(),
    mails: moved.flatMap(({ kind }) => mailOf[kind] ?? []).toSorted(),
  }
}

const mailOf: Record<string, string> = { charge: 'subscriptions.charged', refund: 'subscriptions.refunded' }
