import { type Kysely, sql } from 'kysely'

/** Purchases in the stores of apps: whom they are for, and which row is theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What a store is told of who buys; it names nobody to anybody else.
  'alter table users add column account_token uuid not null default gen_random_uuid()',
  'create unique index users_account_token on users (account_token)',
  'drop index user_subscriptions_store',
  'create unique index user_subscriptions_store on user_subscriptions (provider, original_id)',
]
