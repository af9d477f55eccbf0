import { createHash } from 'node:crypto'
import pg from 'pg'

export const userCount = 300
export const summariesPerUser = 50

/** The session token of a seeded user. */
export const sessionTokenOf = (user: number): string => `bench-token-of-user-${user}`.padEnd(43, '-')

/** Environment of a server that uses the seeded database. */
export const serverEnv = (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
  DEFAULT_PLAN: 'ultimate',
  SECRET_KEY: 'benchmark key that is not a real secret',
})

const statements = [
  `insert into users (email, email_key, email_verified_at, timezone, first_name, last_name)
    select 'u' || n || '@example.com', 'u' || n || '@example.com', now(), 'Europe/Rome', 'Ada', 'Lovelace' from generate_series(1, ${userCount}) n`,
  `insert into videos (video_id, title, channel, channel_id, description, duration_ms, view_count, published_at, is_public, fetched_at)
    select lpad(n::text, 11, 'v'), 'How the tides were first predicted by a machine, part ' || n, 'The Plain Bench', 'UC' || lpad(n::text, 22, '0'),
      repeat('What the talk is about, in the words of its maker. ', 12), 3600000 + n, 12345 + n, now() - n * interval '1 day', true, now()
    from generate_series(1, ${summariesPerUser}) n`,
  `insert into transcripts (video_id, kind, language, hash, words, spoken_until_ms, storage_key, provider, fetched_at)
    select video_id, 'auto', 'en', md5(video_id), 9000, 3500000, 'transcripts/' || md5(video_id), 'bench', now() from videos`,
  `insert into recaps (request_key, recap_key, video_id, transcript_id, engine, preset, state, headline, words, readable_at)
    select 'r' || video_id, 'k' || video_id, video_id, id, 'built-in', 'standard', 'readable', 'Tides, gears and a machine of brass', 900, now() from transcripts`,
  `insert into audios (recap_id, voice, sentences, max_length, state, mp3_key, timings_key, duration_ms, bytes, loudness)
    select id, 'rms', 40, 10000, 'ready', 'audio/' || id, 'timings/' || id, 360000, 2880000, -19 from recaps`,
  `insert into summaries (user_id, video_id, recap_id, audio_id, origin, preset, max_length)
    select users.id, recaps.video_id, recaps.id, audios.id, 'request', 'standard', 10000
    from users cross join recaps join audios on audios.recap_id = recaps.id order by users.id, recaps.id`,
  `insert into usage (user_id, month, used) select id, to_char(now() at time zone 'utc', 'YYYY-MM'), ${summariesPerUser} from users`,
  `insert into usage_entries (user_id, summary_id, month, state, settled_at)
    select user_id, id, to_char(now() at time zone 'utc', 'YYYY-MM'), 'committed', now() from summaries`,
]

/** Creates users, each with a session and one page of ready summaries. */
export async function seed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
    const hashes = Array.from({ length: userCount }, (_, at) =>
      createHash('sha256')
        .update(sessionTokenOf(at + 1))
        .digest('hex'),
    )
    await client.query(
      `insert into sessions (user_id, token_hash, expires_at)
        select n, ($1::text[])[n], now() + interval '1 day' from generate_series(1, ${userCount}) n`,
      [hashes],
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
