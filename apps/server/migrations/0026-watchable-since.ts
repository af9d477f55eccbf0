import { type Kysely, sql } from 'kysely'

/**
 * When a video became watchable, if that differs from its date; and the videos in the last complete list of a channel, to
 * distinguish a video that was published late from an old one. Clears the ETags, so that every list is fetched again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table channel_videos add column watchable_at timestamptz',
  'alter table channels add column listed jsonb, add column listed_at timestamptz',
  'update channels set etag = null, last_modified = null where etag is not null or last_modified is not null',
]
