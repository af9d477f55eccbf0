import { failures } from '@recaps/contract/failures'
import { startFakeYoutube, type VideoEntry } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

const requestSummary = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube } })).id

describe('deferred videos', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const live = 'Ue7gAxLMql0'

  it('retries a deferred video when it is due, not earlier', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user, live)
    const first = await untilState(user.client, id, 'deferred')
    const before = test.fake.requests.length
    await test.server.services.summaries.wakeDeferred()
    expect(test.fake.requests.length).toBe(before)
    test.clock.advance(hourMs + 60_000)
    const second = await retryDeferred(test, user, id, first.retryAt)
    expect(new Date(second.retryAt!).getTime()).toBeGreaterThan(new Date(first.retryAt!).getTime())
    expect(test.fake.requests.length).toBeGreaterThan(before)
    await user.client.summaries.cancel({ params: { id } })
  })

  it('enqueues a due video once if several processes wake it at the same time', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user, live)
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

  it('fails a video that is still live after two weeks and refunds the quota', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user, live)
    await untilState(user.client, id, 'deferred')
    test.clock.advance(15 * 24 * hourMs)
    await test.server.services.summaries.wakeDeferred()
    const failed = await untilState(user.client, id, 'failed')
    expect([failed.code, failed.error]).toEqual(['live', failures.live.afterGivingUp])
    expect(await ledgerFindings(test.server.services.database.db)).toEqual([])
  })
})

describe('an ended stream without captions', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })

  it('retries an ended stream every hour for a day and then reports no captions', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user, '2BstwsnPM5E')
    const first = await untilState(user.client, id, 'deferred')
    expect(first).toMatchObject({ code: 'captions_pending', error: failures.captions_pending.sentence })
    test.clock.advance(hourMs + 60_000)
    const second = await retryDeferred(test, user, id, first.retryAt)
    expect(second).toMatchObject({ state: 'deferred', code: 'captions_pending' })
    test.clock.advance(dayMs)
    const last = await retryDeferred(test, user, id, second.retryAt)
    expect(last).toMatchObject({ state: 'failed', code: 'no_captions', error: failures.no_captions.sentence })
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })
})

describe('a stream scheduled in three weeks', async () => {
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
  const test = await useServer({ fake, ports: { speech: silentSpeech } })

  it('retries an upcoming stream at its scheduled start and fails it if it has not started two weeks later', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user, announced.id)
    const first = await untilState(user.client, id, 'deferred', 'failed')
    expect(first).toMatchObject({ code: 'upcoming', error: failures.upcoming.sentence })
    const startsInDays = (new Date(first.retryAt!).getTime() - test.clock.now().getTime()) / dayMs
    expect(startsInDays).toBeCloseTo(21, 1)

    test.clock.advance(21 * dayMs + 60_000)
    const late = await retryDeferred(test, user, id, first.retryAt)
    expect(late).toMatchObject({ state: 'deferred', code: 'upcoming' })
    test.clock.advance(13 * dayMs)
    const stillLate = await retryDeferred(test, user, id, late.retryAt)
    expect(stillLate).toMatchObject({ state: 'deferred', code: 'upcoming' })
    test.clock.advance(2 * dayMs)
    const last = await retryDeferred(test, user, id, stillLate.retryAt)
    expect(last).toMatchObject({ state: 'failed', code: 'upcoming', error: failures.upcoming.afterGivingUp })
    expect(await ledgerFindings(test.server.services.database.db)).toEqual([])
  })
})

/** Wakes deferred recaps and returns the summary after its next try. */
async function retryDeferred(test: TestServer, { client }: TestUser, id: number, before: string | null) {
  await test.server.services.summaries.wakeDeferred()
  return await eventually(
    () => client.summaries.detail({ params: { id } }),
    ({ state, retryAt }) => state === 'failed' || (state === 'deferred' && retryAt !== before),
  )
}
