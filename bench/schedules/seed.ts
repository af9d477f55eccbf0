import { frequencies } from '@recaps/domain/plans'
import pg from 'pg'

export const scheduleCount = 1_000_000
export const dueCount = 50_000
/** How long the schedule that is due longest has waited. */
export const oldestDueSeconds = 60

const zones = [
  'Europe/Rome',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'UTC',
  'Europe/London',
]

/** Creates users with one schedule each, at all times of day, in ten time zones and all frequencies. */
export async function seedSchedules(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `insert into users (email, email_key, timezone, settings)
      select 'u' || n || '@example.com', 'u' || n || '@example.com', ($2::text[])[1 + n % ${zones.length}], '{}'
      from generate_series(1, $1::int) n`,
      [scheduleCount, zones],
    )
    await client.query(
      `insert into schedules (user_id, type, frequency, start_clock, timezone, disabled, next_run_at)
      select id, 'youtube', ($1::text[])[1 + id % ${frequencies.length}],
        to_char(timestamp '2026-01-01' + interval '1 minute' * (id % 100000), 'YYYY-MM-DD"T"HH24:MI:SS'),
        timezone, id % 50 = 49, now() + interval '1 second' * (3600 + id % 2000000)
      from users order by id`,
      [frequencies],
    )
    await client.query(`update schedules set disabled = false where id <= ${dueCount}`)
    await client.query('vacuum analyze users')
    await client.query('vacuum analyze schedules')
  } finally {
    await client.end()
  }
}
