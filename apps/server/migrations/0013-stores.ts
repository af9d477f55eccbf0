import { type Kysely, sql } from 'kysely'

/** App store purchases: which user they belong to, and which row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Identifies the buyer to the app stores, without any meaning outside of this service.
  'alter table users add column account_token uuid not null default gen_random_uuid()',
  'create unique index users_account_token on users (account_token)',
  'drop index user_subscriptions_store',
  'create unique index user_subscriptions_store on user_subscriptions (provider, original_id)',
]
