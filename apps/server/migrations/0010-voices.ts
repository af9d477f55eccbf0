import { type Kysely, sql } from 'kysely'

/** What the voice of an audio is called, for its listeners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audios add column reader text`.execute(db)
}
