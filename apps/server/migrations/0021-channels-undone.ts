import { type Kysely, sql } from 'kysely'

/** The channels that a schedule has let go of lately, each with the instant since when it was followed: as they were they can come back, whatever its plan follows by then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table schedules add column removed_channels jsonb not null default '{}'`).execute(db)
}
