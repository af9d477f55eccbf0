import { type Kysely, sql } from 'kysely'

/** The display name of the voice of an audio. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audios add column reader text`.execute(db)
}
