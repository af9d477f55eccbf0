import { sql } from 'kysely'
import type { PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'

export interface Snapshot {
  /** Everything of the user is as it was; unless it is to be known, the purchase is not even written down. */
  restore({ isKnown }: { isKnown: boolean }): Promise<void>
}

/** The purchase of a user before anything was told of it. The server is theirs alone. */
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
        // Thousands of jobs that are done would slow down those to come.
        await sql`delete from pgboss.job where state = 'completed'`.execute(trx)
        if (isKnown) await trx.insertInto('user_subscriptions').values(row).execute()
      }),
  }
}

/** What became of a purchase, without what is made up anew each time. */
export interface State {
  /** The plan that counts, and the status of each purchase. */
  standing: string
  /** In Stripe's words. */
  atStripe: string
  purchases: object[]
  moved: string[]
  mails: string[]
  notices: string[]
}

export async function stateOf({ server }: PaymentServer, { id: userId, client }: TestUser): Promise<State> {
  const { db } = server.services.database
  // Hundreds of orders are read by one user, on a fast machine more than one may call in a minute.
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

/** What Stripe itself has of a subscription, and the one mail that each movement of its money is told by. */
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
