import { type Kysely, sql } from 'kysely'

/** Tokens to revoke sign-ins at their providers, and the pending revocations. Encrypted, so that a leaked copy is useless. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table identities add column grant_client text, add column grant_sealed text',
  `create table ending_grants (
    id bigint generated always as identity primary key, provider text not null, client_id text not null,
    token_sealed text not null, created_at timestamptz not null default now())`,
]
