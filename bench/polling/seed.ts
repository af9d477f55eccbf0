import pg from 'pg'
import { generatedChannelId } from '../../fakes/youtube/src/index.ts'

const channelsPerUser = 100

/** Creates `count` channels of the fake YouTube. Each user's schedule follows a hundred of them. */
export async function seedChannels(databaseUrl: string, count: number): Promise<void> {
  const users = Math.ceil(count / channelsPerUser)
  const ids = Array.from({ length: count }, (_, number) => generatedChannelId(number))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into users (email, email_key, timezone, first_name, last_name)
        select 'u' || n || '@example.com', 'u' || n || '@example.com', 'Europe/Rome', 'Ada', 'Lovelace'
        from generate_series(1, $1::integer) n`,
      [users],
    )
    await client.query(
      `insert into schedules (user_id, type, frequency, start_clock, timezone, disabled, next_run_at)
        select id, 'youtube', 'daily', '2026-11-21T09:00:00', 'Europe/Rome', false, now() + interval '1 year' from users`,
    )
    await client.query(
      `insert into schedule_channels (schedule_id, channel_id, position, title, description, thumbnails, added_at)
        select schedules.id, channel_id, n, channel_id, '', '{"default":"","medium":"","high":""}', now()
        from unnest($1::text[]) with ordinality as channels (channel_id, n)
        join schedules on schedules.user_id = (select id from users order by id offset (n - 1) / $2 limit 1)`,
      [ids, channelsPerUser],
    )
    await client.query(
      'insert into channels (channel_id, next_poll_at) select channel_id, now() from unnest($1::text[]) as channels (channel_id)',
      [ids],
    )
  } finally {
    await client.end()
  }
}

export interface Writes {
  rows: number
  /** Bytes of the write-ahead log. */
  logBytes: number
}

/** Rows and log bytes that the database has written so far. */
export async function readWrites(databaseUrl: string): Promise<Writes> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ rows: string; log: string }>(
      `select (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables) as rows,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`,
    )
    return { rows: Number(rows[0]!.rows), logBytes: Number(rows[0]!.log) }
  } finally {
    await client.end()
  }
}
