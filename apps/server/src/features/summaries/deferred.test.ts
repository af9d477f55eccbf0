import { failures } from '@recaps/contract/failures'
import { startFakeYoutube, type VideoEntry } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silence } from '../../../test/silence.ts'
import { type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

const ask = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube } })).id

describe('a deferred video', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const live = 'Ue7gAxLMql0'

  it('is looked at again when its time has come, and not before', async () => {
    const user = await test.newUser()
    const id = await ask(user, live)
    const first = await untilState(user.client, id, 'deferred')
    const asked = test.fake.requests.length
    await test.server.services.summaries.wakeDeferred()
    expect(test.fake.requests.length).toBe(asked)
    test.clock.advance(hourMs + 60_000)
    const second = await lookAgain(test, user, id, first.retryAt)
    expect(new Date(second.retryAt!).getTime()).toBeGreaterThan(new Date(first.retryAt!).getTime())
    expect(test.fake.requests.length).toBeGreaterThan(asked)
    await user.client.summaries.cancel({ params: { id } })
  })

  it('that two processes find due is looked at once', async () => {
    const user = await test.newUser()
    const id = await ask(user, live)
    await untilState(user.client, id, 'deferred')
    test.clock.advance(2 * hourMs)
    const { db } = test.server.services.database
    const jobs = async () =>
      (await sql<object>`select id from pgboss.job where name = 'summaries.read-captions'`.execute(db)).rows.length
    const before = await jobs()
    const { wakeDeferred } = test.server.services.summaries
    await Promise.all([wakeDeferred(), wakeDeferred(), wakeDeferred()])
    expect(await jobs()).toBe(before + 1)
    await user.client.summaries.cancel({ params: { id } })
    expect(await ledgerFindings(db)).toEqual([])
  })

  it('is given up after a fortnight, and its place in the month is given back', async () => {
    const user = await test.newUser()
    const id = await ask(user, live)
    await untilState(user.client, id, 'deferred')
    test.clock.advance(15 * 24 * hourMs)
    await test.server.services.summaries.wakeDeferred()
    const failed = await untilState(user.client, id, 'failed')
    expect([failed.code, failed.error]).toEqual(['live', failures.live.givenUp])
    expect(await ledgerFindings(test.server.services.database.db)).toEqual([])
  })
})

describe('a stream that has just ended, and has no captions yet,', async () => {
  const test = await useServer({ ports: { speech: silence } })

  it('is looked at every hour for a day, and then has none', async () => {
    const user = await test.newUser()
    const id = await ask(user, '2BstwsnPM5E')
    const first = await untilState(user.client, id, 'deferred')
    expect(first).toMatchObject({ code: 'captions_pending', error: failures.captions_pending.sentence })
    test.clock.advance(hourMs + 60_000)
    const second = await lookAgain(test, user, id, first.retryAt)
    expect(second).toMatchObject({ state: 'deferred', code: 'captions_pending' })
    test.clock.advance(dayMs)
    const last = await lookAgain(test, user, id, second.retryAt)
    expect(last).toMatchObject({ state: 'failed', code: 'no_captions', error: failures.no_captions.sentence })
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })
})

describe('a video that is announced for in three weeks', async () => {
  const announced: VideoEntry = {
    id: 'AnnouncedAA',
    channel: 'long-street',
    title: 'In three weeks',
    description: '',
    publishedDaysAgo: 1,
    viewCount: 0,
    likeCount: 0,
    tags: [],
    state: { kind: 'upcoming', startsInHours: 21 * 24 },
    content: { kind: 'wordless', durationSeconds: 0 },
    tracks: [],
  }
  const fake = await startFakeYoutube({ extraVideos: [announced] })
  afterAll(() => fake.close())
  const test = await useServer({ fake, ports: { speech: silence } })

  it('is looked at when it should begin, waited for when it is late, and given up after a fortnight of that', async () => {
    const user = await test.newUser()
    const id = await ask(user, announced.id)
    const first = await untilState(user.client, id, 'deferred', 'failed')
    expect(first).toMatchObject({ code: 'upcoming', error: failures.upcoming.sentence })
    const startsInDays = (new Date(first.retryAt!).getTime() - test.clock.now().getTime()) / dayMs
    expect(startsInDays).toBeCloseTo(21, 1)

    test.clock.advance(21 * dayMs + 60_000)
    const late = await lookAgain(test, user, id, first.retryAt)
    expect(late).toMatchObject({ state: 'deferred', code: 'upcoming' })
    test.clock.advance(13 * dayMs)
    const stillLate = await lookAgain(test, user, id, late.retryAt)
    expect(stillLate).toMatchObject({ state: 'deferred', code: 'upcoming' })
    test.clock.advance(2 * dayMs)
    const last = await lookAgain(test, user, id, stillLate.retryAt)
    expect(last).toMatchObject({ state: 'failed', code: 'upcoming', error: failures.upcoming.givenUp })
    expect(await ledgerFindings(test.server.services.database.db)).toEqual([])
  })
})

/** The entry after it was looked at again. */
async function lookAgain(test: TestServer, { client }: TestUser, id: number, before: string | null) {
  await test.server.services.summaries.wakeDeferred()
  return await eventually(
    () => client.summaries.detail({ params: { id } }),
    ({ state, retryAt }) => state === 'failed' || (state === 'deferred' && retryAt !== before),
  )
}
