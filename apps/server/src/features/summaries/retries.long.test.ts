import { failures } from '@recaps/contract/failures'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { movableClock, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, untilState, youtube } from '../../../test/wait-for.ts'
import { openYoutube } from '../../adapters/youtube/open.ts'
import type { Captions } from '../../ports/captions.ts'
import type { Speech } from '../../ports/speech.ts'

const minuteMs = 60_000

const requestSummary = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube } })).id

describe('rate limits of YouTube', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const { summaries, database } = test.server.services
  const rateLimit = (seconds: number) =>
    ({ kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } }) as const

  it('defers a rate-limited summary with the time of the next try, keeps its quota reserved, and resumes it', async () => {
    const user = await test.newUser()
    test.fake.fault('player|Sli7FA6EbqI|*', rateLimit(120))
    const id = await requestSummary(user, 'Sli7FA6EbqI')
    const waiting = await untilState(user.client, id, 'deferred')
    expect(waiting).toMatchObject({ code: 'rate_limited', error: failures.rate_limited.whileWaiting, stage: null })
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

  it('fails a rate-limited summary immediately if YouTube asks to wait for more than an hour', async () => {
    const user = await test.newUser()
    test.fake.fault('player|xxM5UYAr6qo|*', rateLimit(3700))
    const id = await requestSummary(user, 'xxM5UYAr6qo')
    const failed = await untilState(user.client, id, 'failed')
    expect(failed).toMatchObject({ code: 'rate_limited', error: failures.rate_limited.forVideo, retryAt: null })
    expect(new Set(test.fake.requests.filter(key => key.startsWith('player|xxM5UYAr6qo|'))).size).toBe(3)
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })

  it('fails a summary that is rate-limited repeatedly for an hour', async () => {
    const user = await test.newUser()
    test.fake.fault('player|MN2k3lWhUt8|*', rateLimit(1500))
    const id = await requestSummary(user, 'MN2k3lWhUt8')
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

describe('YouTube failing on consecutive videos', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const videos = talks.slice(0, 7)

  it('pauses requests to YouTube, defers each recap with the time of its next try, and resumes all once YouTube recovers', async () => {
    const user = await test.newUser()
    const removeFault = test.fake.fault('player|*', { kind: 'status', status: 500 })
    const ids = await Promise.all(videos.map(video => requestSummary(user, video)))
    const waiting = await Promise.all(ids.map(id => untilState(user.client, id, 'deferred')))
    for (const { code, error, retryAt } of waiting) {
      expect([code, error]).toEqual(['network', failures.network.whileWaiting])
      expect(new Date(retryAt!).getTime() - test.clock.now().getTime()).toBeLessThanOrEqual(minuteMs)
    }
    removeFault()
    // The first retry is a trial; recaps retried at the same time are deferred again.
    const states = await eventually(
      async () => {
        test.clock.advance(minuteMs)
        await test.server.services.summaries.wakeDeferred()
        return (await user.client.summaries.list()).data.map(({ state }) => state)
      },
      all => all.every(state => ['readable', 'ready', 'failed'].includes(state)),
    )
    expect(states).not.toContain('failed')
    expect((await user.client.summaries.list()).month.used).toBe(videos.length)
  })
})

describe('one YouTube client failing on consecutive videos', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const broken = () => test.fake.fault('player|*|VISIONOS', { kind: 'status', status: 500 })
  const requestsBy = (client: string) => test.fake.requests.filter(key => key.endsWith(`|${client}`)).length

  it('completes all summaries with the other client and stops using the broken one after six videos [ASVS 16.5.2]', async () => {
    const user = await test.newUser()
    broken()
    for (const video of talks.slice(0, 6)) await readableSummary(user.client, video)
    const before = requestsBy('VISIONOS')
    const readable = await readableSummary(user.client, talks[6]!)
    expect(readable).toMatchObject({ code: null, retryAt: null })
    expect(requestsBy('VISIONOS')).toBe(before)
  })

  it('retries a short failure of the other client immediately, without waiting for the paused one', async () => {
    const user = await test.newUser()
    // One failure for the video details, one for the captions.
    test.fake.fault(`player|${talks[7]}|*`, { kind: 'status', status: 500, times: 2 })
    const id = await requestSummary(user, talks[7]!)
    expect((await untilState(user.client, id, 'readable', 'ready', 'deferred', 'failed')).state).toMatch(/^read/)
  })

  it('defers a video that the other client cannot fetch either until the paused client is available again', async () => {
    const user = await test.newUser()
    test.fake.fault(`player|${talks[8]}|*`, { kind: 'status', status: 500 })
    const id = await requestSummary(user, talks[8]!)
    const waiting = await untilState(user.client, id, 'deferred', 'failed')
    expect(waiting).toMatchObject({ state: 'deferred', code: 'network' })
    test.fake.clearFaults()
    test.clock.advance(minuteMs)
    await test.server.services.summaries.wakeDeferred()
    await untilState(user.client, id, 'readable', 'ready')
    expect(requestsBy('VISIONOS')).toBeGreaterThan(6)
  })
})

describe('YouTube not responding', async () => {
  const fake = await startFakeYoutube()
  afterAll(() => fake.close())
  // The real adapters with a shorter deadline, to keep the test short.
  const { videos, captions } = openYoutube({ clock: movableClock(), baseUrl: fake.url, deadlineMs: 1_000 })
  const test = await useServer({ fake, ports: { speech: silentSpeech, videos, captions } })

  it.each([
    ['video details', 'player', 'Sli7FA6EbqI'],
    ['captions', 'timedtext', 'xxM5UYAr6qo'],
  ])('tries to fetch %s three times and then defers the recap with a network failure', async (_, op, video) => {
    const user = await test.newUser()
    fake.fault(`${op}|${video}|*`, { kind: 'hang' })
    const id = await requestSummary(user, video)
    const waiting = await untilState(user.client, id, 'deferred', 'failed')
    expect(waiting).toMatchObject({ state: 'deferred', code: 'network', error: failures.network.whileWaiting })
    fake.clearFaults()
    test.clock.advance(minuteMs)
    await test.server.services.summaries.wakeDeferred()
    await untilState(user.client, id, 'readable', 'ready')
  })
})

describe('jobs that crash the process repeatedly', async () => {
  let spoken = 0
  const failingSpeech: Speech = {
    ...silentSpeech,
    speak: () => {
      spoken++
      return Promise.reject(new Error('no voice'))
    },
  }
  const test = await useServer({ ports: { speech: failingSpeech } })
  const { database } = test.server.services
  /** Makes the next try of the delayed job look as if 41 earlier runs had crashed. */
  const pretendRestarts = (kind: string) =>
    eventually(
      () =>
        sql<{ id: string }>`update pgboss.job set retry_count = 41
          where name = ${kind} and state = 'created' and start_after > now() returning id`.execute(database.db),
      ({ rows }) => rows.length > 0,
    )

  it('fails a summary whose job crashes the process repeatedly and refunds the quota', async () => {
    const user = await test.newUser()
    test.fake.fault(`timedtext|${talks[0]}|*`, { kind: 'status', status: 500 })
    const id = await requestSummary(user, talks[0]!)
    await pretendRestarts('summaries.read-captions')
    const failed = await untilState(user.client, id, 'failed')
    expect([failed.code, failed.error]).toEqual(['engine_failed', failures.engine_failed.sentence])
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })

  it('fails audio whose job crashes the process repeatedly and keeps the text', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user, talks[1]!)
    await pretendRestarts('summaries.speak-summary')
    const ready = await untilState(user.client, id, 'ready')
    expect(ready).toMatchObject({ audio: 'failed', code: 'voice_failed', summary: expect.stringContaining('.') })
    expect(spoken).toBe(1)
  })
})

describe('jobs that lose the database connection', async () => {
  const fake = await startFakeYoutube()
  afterAll(() => fake.close())
  const realYoutube = openYoutube({ clock: movableClock(), baseUrl: fake.url })
  const lost = { captions: 0, speech: 0 }
  const lose = (what: keyof typeof lost) => {
    if (lost[what]++ < 3)
      throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  }
  const captions: Captions = {
    async read(...args) {
      lose('captions')
      return await realYoutube.captions.read(...args)
    },
  }
  const speech: Speech = {
    ...silentSpeech,
    async speak(...args) {
      lose('speech')
      return await silentSpeech.speak(...args)
    },
  }
  const test = await useServer({ fake, ports: { captions, speech } })

  it('reruns a job that lost the database connection without counting it as a failure', async () => {
    const user = await test.newUser()
    const ready = await untilState(user.client, await requestSummary(user, talks[0]!), 'ready', 'failed')
    expect(ready).toMatchObject({ state: 'ready', audio: 'ready', code: null })
    expect(lost).toEqual({ captions: 4, speech: 4 })
  })
})
