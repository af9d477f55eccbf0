import { type Kysely, sql } from 'kysely'

/** Recently removed channels of a schedule and since when each was followed, so that they can be restored regardless of the plan's limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table schedules add column removed_channels jsonb not null default '{}'`).execute(db)
}
