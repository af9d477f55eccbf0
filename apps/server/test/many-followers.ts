import { expect } from 'vitest'
import type { TestServer } from './start-server.ts'
import { eventually } from './wait-for.ts'

const channelId = 'UCP073R0_x88lMRBc-i9Z1Qg'

/**
 * Many users follow one channel, with schedules that are due at the same minute, and it has one new video. Checks that YouTube is
 * queried once, one text and one audio are made, and each user gets a digest.
 */
export async function testManyFollowers(test: TestServer, followers: number): Promise<void> {
  const { db } = test.server.services.database
  const now = test.clock.now()
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: followers }, (_, n) => ({
        email: `follower-${n}@example.com`,
        email_key: `follower-${n}@example.com`,
        timezone: 'Europe/Rome',
        settings: '{}',
        email_verified_at: now,
      })),
    )
    .returning('id')
    .execute()
  const schedules = await db
    .insertInto('schedules')
    .values(
      users.map(({ id }) => ({
        user_id: id,
        type: 'youtube' as const,
        frequency: 'daily' as const,
        start_clock: '2026-01-15T09:00:00',
        timezone: 'Europe/Rome',
        disabled: false,
        next_run_at: new Date(now.getTime() + 3600_000),
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('schedule_channels')
    .values(
      schedules.map(({ id }) => ({
        schedule_id: id,
        channel_id: channelId,
        position: 0,
        title: 'One',
        description: '',
        thumbnails: '{"default":"","medium":"","high":""}',
        added_at: now,
      })),
    )
    .execute()
  await db.transaction().execute(trx => test.server.services.polling.follow(trx, [channelId]))
  const [video] = await test.fake.publish({ channelId })
  await eventually(
    async () => await db.selectFrom('channels').select('polled_at').where('channel_id', '=', channelId).execute(),
    ([channel]) => channel?.polled_at != null,
    30_000,
  )
  const feedRequestsBefore = test.fake.requests.filter(key => key.startsWith('feed')).length
  test.clock.advance(3601_000)

  const count = async (table: 'recaps' | 'transcripts' | 'audios' | 'summaries') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(eb => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  await eventually(
    async () =>
      await db
        .selectFrom('outbox')
        .select('id')
        .where('template', '=', 'schedules.digest')
        .where('state', '=', 'sent')
        .execute(),
    sent => sent.length === followers,
    600_000,
  )
  const runs = await db.selectFrom('runs').select(['state', 'outcome']).execute()
  expect(runs.filter(run => run.state === 'delivered' && run.outcome === 'new')).toHaveLength(followers)
  expect({
    transcripts: await count('transcripts'),
    texts: await count('recaps'),
    audios: await count('audios'),
    summaries: await count('summaries'),
  }).toEqual({ transcripts: 1, texts: 1, audios: 1, summaries: followers })
  const requestsFor = (what: string) => test.fake.requests.filter(key => key.startsWith(`${what}|${video!.id}`)).length
  expect(requestsFor('timedtext')).toBe(1)
  // At most one poll by its own schedule, and one for all runs.
  const polls = test.fake.requests.filter(key => key.startsWith('feed')).length - feedRequestsBefore
  expect(polls).toBeLessThanOrEqual(2)
}
