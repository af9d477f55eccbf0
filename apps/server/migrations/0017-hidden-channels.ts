import { type Kysely, sql } from 'kysely'

/** Channels that a user hid from the popular list. Its rows contain the channel, so that filtering needs no join with videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table hidden_channels (
    user_id bigint not null references users (id) on delete cascade, channel_id text not null, channel text not null,
    hidden_at timestamptz not null, primary key (user_id, channel_id))`,
  'alter table popular_standings add column channel_id text',
  `update popular_standings set channel_id = videos.channel_id
    from recaps join videos on videos.video_id = recaps.video_id where recaps.id = popular_standings.recap_id`,
  'drop index popular_in_order',
  'create index popular_in_order on popular_standings (timeframe, views desc, recap_id desc) include (channel_id)',
  'create index popular_of_channel on popular_standings (channel_id, timeframe) where channel_id is not null',
]
