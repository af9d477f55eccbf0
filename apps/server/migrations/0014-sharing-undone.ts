import { type Kysely, sql } from 'kysely'

/** The seed of a link outlives its revocation, so that the revocation can be taken back; without its hash it opens nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table summaries drop constraint shared_whole',
  'alter table summaries add constraint shared_whole check (share_hash is null or share_seed is not null)',
]
