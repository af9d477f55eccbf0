import { type Kysely, sql } from 'kysely'

/** Google and Apple identities, the one-time codes that complete a sign-in, and used nonces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const user = 'user_id bigint not null references users (id) on delete cascade'

const statements = [
  `create table identities (
    id bigint generated always as identity primary key, ${user}, provider text not null, subject text not null,
    email text, created_at timestamptz not null default now(), seen_at timestamptz not null default now(),
    unique (provider, subject), unique (user_id, provider))`,

  `create table exchange_codes (
    code_hash text primary key, ${user}, bound_to text not null, redirect text, expires_at timestamptz not null)`,
  'create index exchange_codes_of_user on exchange_codes (user_id)',
  'create index exchange_codes_by_end on exchange_codes (expires_at)',

  'create table spent_nonces (nonce_hash text primary key, expires_at timestamptz not null)',
  'create index spent_nonces_by_end on spent_nonces (expires_at)',
]
