import { type Kysely, sql } from 'kysely'

/** The ids of channels that a schedule has let go of lately, so that they can come back whatever its plan follows by then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table schedules add column removed_channels text[] not null default '{}'`).execute(db)
}
