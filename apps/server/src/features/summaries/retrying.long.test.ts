import { failures } from '@recaps/contract/failures'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silence } from '../../../test/silence.ts'
import { movableClock, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, untilState, youtube } from '../../../test/waiting.ts'
import { openYoutube } from '../../adapters/youtube/open.ts'
import type { Captions } from '../../ports/captions.ts'
import type { Speech } from '../../ports/speech.ts'

const minuteMs = 60_000

const ask = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube } })).id

describe('a recap whose captions YouTube does not hand out for a while', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const { summaries, database } = test.server.services
  const sentAway = (seconds: number) =>
    ({ kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } }) as const

  it('says when it is tried again, holds its place in the month, and goes on by itself', async () => {
    const user = await test.newUser()
    test.fake.fault('player|Sli7FA6EbqI|*', sentAway(120))
    const id = await ask(user, 'Sli7FA6EbqI')
    const waiting = await untilState(user.client, id, 'deferred')
    expect(waiting).toMatchObject({ code: 'rate_limited', error: failures.rate_limited.waiting, stage: null })
    const inSeconds = (new Date(waiting.retryAt!).getTime() - test.clock.now().getTime()) / 1000
    expect(inSeconds).toBeGreaterThan(60)
    expect(inSeconds).toBeLessThanOrEqual(120)
    expect((await user.client.summaries.list()).month.used).toBe(1)

    test.fake.clearFaults()
    test.clock.advance(121_000)
    await summaries.wakeDeferred()
    const readable = await untilState(user.client, id, 'readable', 'ready')
    expect(readable).toMatchObject({ code: null, error: null, retryAt: null })
    expect((await user.client.summaries.list()).month.used).toBe(1)
  })

  it('ends at once when it would have to wait for more than an hour, asked once and no more', async () => {
    const user = await test.newUser()
    test.fake.fault('player|xxM5UYAr6qo|*', sentAway(3700))
    const id = await ask(user, 'xxM5UYAr6qo')
    const failed = await untilState(user.client, id, 'failed')
    expect(failed).toMatchObject({ code: 'rate_limited', error: failures.rate_limited.ofVideo, retryAt: null })
    expect(new Set(test.fake.requests.filter(key => key.startsWith('player|xxM5UYAr6qo|'))).size).toBe(3)
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })

  it('ends when it was sent away again and again for an hour', async () => {
    const user = await test.newUser()
    test.fake.fault('player|MN2k3lWhUt8|*', sentAway(1500))
    const id = await ask(user, 'MN2k3lWhUt8')
    let waits = 0
    for (;;) {
      const { state, retryAt } = await untilState(user.client, id, 'deferred', 'failed')
      if (state === 'failed') break
      expect(++waits).toBeLessThan(5)
      test.clock.advance(new Date(retryAt!).getTime() - test.clock.now().getTime() + 1000)
      await summaries.wakeDeferred()
      await eventually(
        () => user.client.summaries.detail({ params: { id } }),
        summary => summary.state === 'failed' || (summary.state === 'deferred' && summary.retryAt !== retryAt),
      )
    }
    expect(waits).toBe(2)
    expect(await ledgerFindings(database.db)).toEqual([])
  })
})

describe('when YouTube fails on one video after the other', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const videos = talks.slice(0, 7)

  it('it is left alone; each recap says when it is tried again, and all go on once it answers', async () => {
    const user = await test.newUser()
    const lift = test.fake.fault('player|*', { kind: 'status', status: 500 })
    const ids = await Promise.all(videos.map(video => ask(user, video)))
    const waiting = await Promise.all(ids.map(id => untilState(user.client, id, 'deferred')))
    for (const { code, error, retryAt } of waiting) {
      expect([code, error]).toEqual(['network', failures.network.waiting])
      expect(new Date(retryAt!).getTime() - test.clock.now().getTime()).toBeLessThanOrEqual(minuteMs)
    }
    lift()
    // The first to come back tries for all; those that came beside it wait once more.
    const states = await eventually(
      async () => {
        test.clock.advance(minuteMs)
        await test.server.services.summaries.wakeDeferred()
        return (await user.client.summaries.list()).data.map(entry => entry.state)
      },
      all => all.every(state => ['readable', 'ready', 'failed'].includes(state)),
    )
    expect(states).not.toContain('failed')
    expect((await user.client.summaries.list()).month.used).toBe(videos.length)
  })
})

describe('when one of the clients that YouTube is asked by fails on one video after the other', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const broken = () => test.fake.fault('player|*|VISIONOS', { kind: 'status', status: 500 })
  const askedBy = (client: string) => test.fake.requests.filter(key => key.endsWith(`|${client}`)).length

  it('every summary comes by the other one, and after six videos the broken one is left alone [ASVS 16.5.2]', async () => {
    const user = await test.newUser()
    broken()
    for (const video of talks.slice(0, 6)) await readableSummary(user.client, video)
    const before = askedBy('VISIONOS')
    const readable = await readableSummary(user.client, talks[6]!)
    expect(readable).toMatchObject({ code: null, retryAt: null })
    expect(askedBy('VISIONOS')).toBe(before)
  })

  it('a hiccup of the other one is got over at once: nobody waits for the one that rests', async () => {
    const user = await test.newUser()
    // Once for what the video is, once for its captions.
    test.fake.fault(`player|${talks[7]}|*`, { kind: 'status', status: 500, times: 2 })
    const id = await ask(user, talks[7]!)
    expect((await untilState(user.client, id, 'readable', 'ready', 'deferred', 'failed')).state).toMatch(/^read/)
  })

  it('a video that the other one cannot get either waits for the one that rests, and goes on with it', async () => {
    const user = await test.newUser()
    test.fake.fault(`player|${talks[8]}|*`, { kind: 'status', status: 500 })
    const id = await ask(user, talks[8]!)
    const waiting = await untilState(user.client, id, 'deferred', 'failed')
    expect(waiting).toMatchObject({ state: 'deferred', code: 'network' })
    test.fake.clearFaults()
    test.clock.advance(minuteMs)
    await test.server.services.summaries.wakeDeferred()
    await untilState(user.client, id, 'readable', 'ready')
    expect(askedBy('VISIONOS')).toBeGreaterThan(6)
  })
})

describe('when YouTube takes the question and never answers', async () => {
  const fake = await startFakeYoutube()
  afterAll(() => fake.close())
  // The product's own adapters, less patient, so that the test is.
  const { videos, captions } = openYoutube({ clock: movableClock(), baseUrl: fake.url, deadlineMs: 1_000 })
  const test = await useServer({ fake, ports: { speech: silence, videos, captions } })

  it.each([
    ['about the video', 'player', 'Sli7FA6EbqI'],
    ['about its captions', 'timedtext', 'xxM5UYAr6qo'],
  ])('%s, it is asked three times and the recap waits for the network', async (_, op, video) => {
    const user = await test.newUser()
    fake.fault(`${op}|${video}|*`, { kind: 'hang' })
    const id = await ask(user, video)
    const waiting = await untilState(user.client, id, 'deferred', 'failed')
    expect(waiting).toMatchObject({ state: 'deferred', code: 'network', error: failures.network.waiting })
    fake.clearFaults()
    test.clock.advance(minuteMs)
    await test.server.services.summaries.wakeDeferred()
    await untilState(user.client, id, 'readable', 'ready')
  })
})

describe('work under which the process died again and again', async () => {
  let spoken = 0
  const mute: Speech = {
    ...silence,
    speak: () => {
      spoken++
      return Promise.reject(new Error('no voice'))
    },
  }
  const test = await useServer({ ports: { speech: mute } })
  const { database } = test.server.services
  /** The next try of the job that was put off looks as if so many runs of it had not ended. */
  const pretendRestarts = (kind: string) =>
    eventually(
      () =>
        sql<{ id: string }>`update pgboss.job set retry_count = 41
          where name = ${kind} and state = 'created' and start_after > now() returning id`.execute(database.db),
      ({ rows }) => rows.length > 0,
    )

  it('is given up: the summary says so, its place in the month is given back', async () => {
    const user = await test.newUser()
    test.fake.fault(`timedtext|${talks[0]}|*`, { kind: 'status', status: 500 })
    const id = await ask(user, talks[0]!)
    await pretendRestarts('summaries.read-captions')
    const failed = await untilState(user.client, id, 'failed')
    expect([failed.code, failed.error]).toEqual(['engine_failed', failures.engine_failed.sentence])
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })

  it('is given up for the sound too, and the text stays', async () => {
    const user = await test.newUser()
    const id = await ask(user, talks[1]!)
    await pretendRestarts('summaries.speak-summary')
    const ready = await untilState(user.client, id, 'ready')
    expect(ready).toMatchObject({ audio: 'failed', code: 'voice_failed', summary: expect.stringContaining('.') })
    expect(spoken).toBe(1)
  })
})

describe('work that lost the database under it', async () => {
  const fake = await startFakeYoutube()
  afterAll(() => fake.close())
  const youtubeItself = openYoutube({ clock: movableClock(), baseUrl: fake.url })
  const lost = { captions: 0, speech: 0 }
  const lose = (what: keyof typeof lost) => {
    if (lost[what]++ < 3)
      throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  }
  const captions: Captions = {
    async read(...asked) {
      lose('captions')
      return await youtubeItself.captions.read(...asked)
    },
  }
  const speech: Speech = {
    ...silence,
    async speak(...asked) {
      lose('speech')
      return await silence.speak(...asked)
    },
  }
  const test = await useServer({ fake, ports: { captions, speech } })

  it('is run again, however often, and counts as no failure of it', async () => {
    const user = await test.newUser()
    const ready = await untilState(user.client, await ask(user, talks[0]!), 'ready', 'failed')
    expect(ready).toMatchObject({ state: 'ready', audio: 'ready', code: null })
    expect(lost).toEqual({ captions: 4, speech: 4 })
  })
})
