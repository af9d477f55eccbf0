import { type Kysely, sql } from 'kysely'

/** Index for the question whether a user has or had a summary of a video, which every item of a run and every suggestion needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index summaries_of_user_and_video on summaries (user_id, video_id)`.execute(db)
}
