import { type Kysely, sql } from 'kysely'

/** The seed of a share link is kept after its revocation, so that this can be undone. Without the hash, the link does not work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table summaries drop constraint shared_whole',
  'alter table summaries add constraint shared_whole check (share_hash is null or share_seed is not null)',
]
