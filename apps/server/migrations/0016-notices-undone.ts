import { type Kysely, sql } from 'kysely'

/** Deleted notices are kept as long as others, so that none is sent twice. For a day, the deletion can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table notices add column deleted_at timestamptz',
  "create index notices_to_empty on notices (deleted_at) where deleted_at is not null and title <> ''",
]
