import { type Kysely, sql } from 'kysely'

/**
 * When a video was first seen as watchable, where that is not its date; and what the last whole list of a channel had, to tell
 * a video that was made public late from an old one. Until now nobody kept that, so each list is fetched again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table channel_videos add column watchable_at timestamptz',
  'alter table channels add column listed jsonb, add column listed_at timestamptz',
  'update channels set etag = null, last_modified = null where etag is not null or last_modified is not null',
]
