import { type Kysely, sql } from 'kysely'

/** A deleted notice stays as long as others: what was told once is not told again, and for a day the deletion can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table notices add column deleted_at timestamptz',
  "create index notices_to_empty on notices (deleted_at) where deleted_at is not null and title <> ''",
]
