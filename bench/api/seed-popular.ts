import { timeframeDays } from '@recaps/domain/popularity'
import pg from 'pg'
import { seed, sessionTokenOf, userCount } from './seed.ts'

/** Views are spread over this many days, so that every timeframe has some of the recaps. */
const daysOfViews = 300

const day = `(now() at time zone 'utc')::date`
const standingStatements = Object.entries(timeframeDays).map(
  ([timeframe, back]) => `
    insert into popular_standings (recap_id, timeframe, channel_id, views, changes_on)
    select recap_id, '${timeframe}', channel_id, sum(views), ${back === null ? 'null' : `min(day) + ${back} + 1`}
    from view_days join recaps on recaps.id = recap_id join videos using (video_id)
    ${back === null ? '' : `where day >= ${day} - ${back}`} group by recap_id, channel_id`,
)

const statements = (recaps: number): string[] => [
  // Skip triggers and foreign key checks: the data below is complete and consistent.
  `set session_replication_role = replica`,
  `set maintenance_work_mem = '512MB'`,
  `set work_mem = '256MB'`,
  `insert into videos (video_id, title, channel, channel_id, duration_ms, view_count, published_at, is_public, fetched_at)
    select 'p' || lpad(n::text, 10, '0'), 'What the harbour at night has to say, part ' || n, 'Ground Truth',
      'UC' || lpad((n % 5000)::text, 22, '0'), 3600000 + n, n, now(), true, now() from generate_series(1, ${recaps}) n`,
  `insert into recaps (request_key, recap_key, video_id, engine, preset, state, headline, words, view_count, readable_at)
    select 'r' || video_id, 'k' || video_id, video_id, 'built-in', 'standard', 'readable', 'Tides, gears and brass', 900, 7, now()
    from videos where video_id like 'p%'`,
  `insert into audios (recap_id, voice, sentences, max_length, state, mp3_key, timings_key, duration_ms, bytes, loudness)
    select id, 'rms', 40, 10000, 'ready', 'audio/' || id, 'timings/' || id, 360000, 2880000, -19 from recaps where video_id like 'p%'`,
  `insert into summaries (user_id, video_id, recap_id, origin, preset, max_length)
    select (recaps.id * 7 + k) % ${userCount} + 1, video_id, recaps.id, 'request', 'standard', 10000
    from recaps cross join generate_series(0, 2) k where video_id like 'p%'`,
  `insert into view_days (recap_id, day, views)
    select id, ${day} - ((id * 7919 + k * 131) % ${daysOfViews})::integer, 1 + id * 31 % 97
    from recaps cross join generate_series(0, 1) k where video_id like 'p%'`,
  ...standingStatements,
  `update popular_totals set total = (select count(*) from popular_standings s where s.timeframe = popular_totals.timeframe)`,
  `delete from popular_marks`,
  `set session_replication_role = origin`,
]

/** Creates recaps that three users have and that were viewed, with their standings as the product would write them. */
export async function seedPopular(databaseUrl: string, recaps: number): Promise<void> {
  await seed(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const indexes = await dropIndexes(client)
    for (const statement of statements(recaps)) await client.query(statement)
    for (const index of indexes) await client.query(index)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

export const [knownOfReader, hiddenOfReader] = [500, 50]
/** Index of the reader: the first after the users of `seed`. */
export const readerIndex = userCount

const readerStatements = [
  `insert into users (email, email_key, timezone) values ('reader@example.com', 'reader@example.com', 'Europe/Rome')`,
  `insert into sessions (user_id, token_hash, expires_at)
    values (${readerIndex + 1}, encode(sha256('${sessionTokenOf(readerIndex + 1)}'), 'hex'), now() + interval '1 day')`,
  `create temporary table most_viewed as select recap_id, row_number() over (order by views desc, recap_id desc) as rank
    from popular_standings where timeframe = 'all'`,
  `insert into summaries (user_id, video_id, recap_id, origin, preset, max_length)
    select ${readerIndex + 1}, video_id, recap_id, 'request', 'standard', 10000
    from most_viewed join recaps on recaps.id = recap_id where rank <= ${knownOfReader / 2}`,
  `insert into reads (user_id, month, recap_id, created_at)
    select ${readerIndex + 1}, '2025-01', recap_id, now() from most_viewed
    where rank > ${knownOfReader / 2} and rank <= ${knownOfReader}`,
  `insert into hidden_channels (user_id, channel_id, channel, hidden_at)
    select ${readerIndex + 1}, channel_id, 'Ground Truth', now()
    from most_viewed join recaps on recaps.id = recap_id join videos using (video_id)
    group by channel_id order by min(rank) limit ${hiddenOfReader}`,
  `analyze hidden_channels, reads, summaries`,
]

/** Adds a user who has or has read the most viewed recaps and hides their channels. */
export async function seedReader(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of readerStatements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Drops indexes, because building them once over all rows is ten times faster. Returns the statements that recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('summaries'::regclass, 'recaps'::regclass, 'videos'::regclass, 'popular_standings'::regclass)
       and not indisprimary and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(row => row.definition)
}

/** Marks the most viewed recaps for recounting, as new views would. */
export async function markPopular(databaseUrl: string, recaps: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into popular_marks (recap_id) select recap_id from popular_standings where timeframe = 'all' order by views desc, recap_id desc limit $1`,
      [recaps],
    )
  } finally {
    await client.end()
  }
}
