import { type Kysely, sql } from 'kysely'

/** Whether somebody has, or ever had, a summary of a video is asked for every video of every run, and for every suggestion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index summaries_of_user_and_video on summaries (user_id, video_id)`.execute(db)
}
