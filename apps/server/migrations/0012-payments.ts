import { type Kysely, sql } from 'kysely'

/** Payments: customers, operations that may have to be resumed, webhook events, and payments, refunds and disputes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table user_subscriptions add column provider text not null default 'stripe', add column provider_state text,
    add column customer_id text, add column original_id text, add column period_end timestamptz,
    add column is_canceling boolean not null default false, add column issue_since timestamptz, add column grace_ends_at timestamptz,
    add column next_plan_id text, add column next_plan_at timestamptz, add column is_disputed boolean not null default false,
    add column looks_begun bigint not null default 0, add column looks_done bigint not null default 0,
    add column told_grace_end boolean not null default false`,
  // One plan at a time per user, across all providers.
  `create unique index user_subscriptions_live on user_subscriptions (user_id) where status in ('pending', 'active', 'past_due')`,
  `create unique index user_subscriptions_stripe on user_subscriptions (stripe_subscription_id)`,
  `create unique index user_subscriptions_store on user_subscriptions (payment_method, original_id)`,
  `create unique index user_subscriptions_transaction on user_subscriptions (payment_method, transaction_id) where transaction_id <> ''`,
  `create index user_subscriptions_grace on user_subscriptions (grace_ends_at) where status = 'active' and grace_ends_at is not null`,

  // The id is the idempotency key at the provider, so it is stored before the provider is called.
  `create table payment_operations (
    id uuid primary key, user_id bigint references users (id) on delete set null, kind text not null, wish text not null,
    state text not null default 'begun', result text, created_at timestamptz not null, ended_at timestamptz)`,
  `create unique index payment_operations_begun on payment_operations (user_id) where state = 'begun'`,

  `create table payment_customers (
    user_id bigint references users (id) on delete set null, customer_id text primary key, created_at timestamptz not null)`,
  'create unique index payment_customers_of_user on payment_customers (user_id)',

  // The content of an event is not stored, because we fetch the current state from the provider.
  `create table payment_events (
    id text primary key, provider text not null, type text not null, subject text, received_at timestamptz not null)`,
  'create index payment_events_by_age on payment_events (received_at)',

  // Kept as required by law, also after the user is deleted.
  `create table payment_movements (
    id text primary key, user_id bigint references users (id) on delete set null, user_subscription_id bigint,
    provider text not null, kind text not null, amount_cents bigint not null, currency text not null, invoice_id text,
    at timestamptz not null)`,
  'create index payment_movements_of_user on payment_movements (user_id, at desc)',
]
