import { type Kysely, sql } from 'kysely'

/** A deleted schedule is kept for a day, so that the deletion can be undone. A new one can exist beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table schedules add column deleted_at timestamptz',
  'alter table schedules drop constraint schedules_user_id_type_key',
  'create unique index schedules_of_user on schedules (user_id, type) where deleted_at is null',
  'create unique index deleted_schedules_of_user on schedules (user_id, type) where deleted_at is not null',
  'drop index schedules_due',
  'create index schedules_due on schedules (next_run_at) where not disabled and deleted_at is null',
  'create index schedules_deleted on schedules (deleted_at) where deleted_at is not null',
]
