import { describeFailure, failures, isYouTubeUnavailable, videoFailureSentence } from '@recaps/contract/failures'
import type { Fault } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, refusal, untilState, youtube } from '../../../test/wait-for.ts'
import { ProviderError } from '../../errors.ts'
import type { Speech } from '../../ports/speech.ts'

const hourMs = 3600 * 1000
const failingSpeech: Speech = {
  ...silentSpeech,
  speak: () => Promise.reject(new ProviderError({ provider: 'quiet', code: 'voice_failed', retryable: true })),
}

const requestSummary = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube } })).id

describe('videos that cannot be summarized', async () => {
  const test = await useServer({ ports: { speech: failingSpeech } })
  afterEach(async () => {
    const { db } = test.server.services.database
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })

  it.each([
    ['private', 'ryPGNFRu8mk'],
    ['members_only', 'SYDnZZljEDQ'],
    ['age_restricted', 'WebvDnxqtFY'],
    ['premium_only', '3_VqGXlhRlI'],
    ['region_blocked', 'LA1zge8nuhs'],
    ['not_found', 'JMoGdY-uk6w'],
    ['unplayable', 'MEDFODbtzWw'],
    ['no_captions', 'SWS_Wd36bSQ'],
    ['no_speech', 'yuZD5EzVyH8'],
    ['no_speech', 'tfmNVAOPdV0'],
    ['too_long', 'J3RlmBMrqZo'],
    ['language_unsupported', 'ziAaYVprhWQ'],
  ] as const)(
    'fails a summary with code %s and its message for video %s, and refunds the quota',
    async (code, video) => {
      const user = await test.newUser()
      const id = await requestSummary(user, video)
      const failed = await untilState(user.client, id, 'failed')
      expect(failed).toMatchObject({
        code,
        error: videoFailureSentence(code),
        summary: '',
        content: null,
        audio: 'none',
        audioUrl: null,
        stage: null,
        progress: null,
        retryAt: null,
      })
      const list = await user.client.summaries.list()
      expect(list.data.map(summary => [summary.id, summary.state, summary.code])).toEqual([[id, 'failed', code]])
      expect(list.month.used).toBe(0)
    },
  )

  it.each([
    ['live', 'Ue7gAxLMql0', 0.5, 1.1],
    ['upcoming', 'r5E8ibp7WcQ', 0.5, 24 * 30],
    ['captions_pending', '2BstwsnPM5E', 0, 25],
  ] as const)(
    'defers a video with code %s, shows the time of the next try, and keeps the quota reserved',
    async (code, video, from, to) => {
      const user = await test.newUser()
      const deferred = await untilState(user.client, await requestSummary(user, video), 'deferred')
      expect(deferred).toMatchObject({ code, error: failures[code].sentence, stage: null })
      const inHours = (new Date(deferred.retryAt!).getTime() - test.clock.now().getTime()) / hourMs
      expect(inHours).toBeGreaterThan(from)
      expect(inHours).toBeLessThan(to)
      expect((await user.client.summaries.list()).month.used).toBe(1)
      await user.client.summaries.cancel({ params: { id: deferred.id } })
      expect((await user.client.summaries.list()).month.used).toBe(0)
    },
  )

  it.each([
    ['live', 'Ue7gAxLMql0', '🔴 LIVE: a four-metre concrete beam on its way to failure, one kilonewton an hour'],
    ['upcoming', 'r5E8ibp7WcQ', 'Live walk: along the buried River Fleet, by night'],
    ['too_long', 'J3RlmBMrqZo', 'The twelve-hour lecture marathon (uncut, one second longer)'],
  ] as const)(
    'shows the title of a video that is %s in the list and in the preview [spec 9.6]',
    async (code, video, title) => {
      const user = await test.newUser()
      const summary = await untilState(user.client, await requestSummary(user, video), 'failed', 'deferred')
      expect(summary).toMatchObject({ code, videoInfo: { title } })
      const preview = await user.client.summaries.preview({ body: { urlOrId: video } })
      expect(preview).toMatchObject({ code, videoInfo: { title } })
    },
  )

  it('mentions the video in the message for a missing video only, not for other missing resources', async () => {
    const { client } = await test.newUser()
    const preview = await client.summaries.preview({ body: { urlOrId: 'JMoGdY-uk6w' } })
    expect(preview).toMatchObject({ code: 'not_found', error: 'This video doesn’t exist or has been removed.' })
    const { sentence: error } = failures.not_found
    expect(await refusal(client.summaries.detail({ params: { id: 999_999 } }))).toMatchObject({ status: 404, error })
    expect(error).not.toMatch(/video/)
  })
})

describe('invalid video links', async () => {
  const test = await useServer({ ports: { speech: failingSpeech } })

  it.each(['correct horse battery', 'https://example.com/watch?v=Sli7FA6EbqI', 'Sli7FA6EbqI0', 'https://youtu.be/'])(
    'rejects the invalid link %s without contacting YouTube',
    async urlOrId => {
      const { client } = await test.newUser()
      const { status, sentence: error } = failures.invalid_id
      const invalidId = { status, code: 'invalid_id', error }
      expect(await refusal(client.summaries.request({ body: { urlOrId, type: youtube } }))).toEqual(invalidId)
      expect(await refusal(client.summaries.preview({ body: { urlOrId } }))).toEqual(invalidId)
      expect(await client.summaries.list()).toMatchObject({ data: [], month: { used: 0 } })
      expect(test.fake.requests).toEqual([])
    },
  )
})

type FaultyCall = [name: string, code: keyof typeof failures, op: string, fault: Fault]

/** At most five per server: after six failed videos in a row, the server pauses requests to YouTube. */
const faultyCalls: FaultyCall[][] = [
  [
    ['an overloaded server', 'network', 'player', { kind: 'status', status: 500 }],
    ['a rate limit', 'rate_limited', 'player', { kind: 'status', status: 429 }],
    ['a cookie consent page', 'consent_page', 'player', { kind: 'consent' }],
    ['a captcha', 'ip_blocked', 'player', { kind: 'captcha' }],
    ['a bot check', 'bot_check', 'player', { kind: 'bot_check' }],
  ],
  [
    ['a garbled response', 'parse_changed', 'player', { kind: 'garbage' }],
    ['an aborted connection', 'network', 'player', { kind: 'cut' }],
    ['empty captions', 'po_token_required', 'timedtext', { kind: 'empty' }],
    ['garbled captions', 'parse_changed', 'timedtext', { kind: 'garbage' }],
    ['aborted captions', 'network', 'timedtext', { kind: 'cut' }],
  ],
]

describe.each(faultyCalls.map(calls => ({ calls })))('persistent YouTube faults', async ({ calls }) => {
  const test = await useServer({ ports: { speech: failingSpeech } })
  const cases = calls.map(([name, code, op, fault], index) => ({ name, code, op, fault, video: talks[index]! }))

  it.concurrent.each(cases)(
    'tries three times in case of $name, reports $code, and succeeds once the fault is gone',
    async ({ code, op, fault, video }) => {
      const user = await test.newUser()
      const used = async () => (await user.client.summaries.list()).month.used
      const removeFault = test.fake.fault(`${op}|${video}|*`, fault)
      const id = await requestSummary(user, video)
      const isDeferred = isYouTubeUnavailable(code)
      const unavailable = await untilState(user.client, id, 'failed', 'deferred')
      expect(unavailable).toMatchObject({
        code,
        state: isDeferred ? 'deferred' : 'failed',
        error: describeFailure(code, isDeferred).sentence,
      })
      expect(await used()).toBe(isDeferred ? 1 : 0)
      // Failures are not cached: each try sends a request.
      const requests = test.fake.requests.filter(key => key.startsWith(`${op}|${video}|`))
      expect(requests.length).toBeGreaterThanOrEqual(3)
      removeFault()
      // Users who do not want to wait for the next try can cancel and retry.
      if (isDeferred) await user.client.summaries.cancel({ params: { id } })
      await user.client.summaries.retry({ params: { id } })
      const readable = await untilState(user.client, id, 'readable', 'ready')
      expect(readable).toMatchObject({ id, retryAt: null, summary: expect.stringContaining('.') })
      expect(await used()).toBe(1)
    },
  )

  it('leaves quotas and stored files consistent after YouTube faults', async () => {
    const { db } = test.server.services.database
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })
})

describe('failing audio', async () => {
  const test = await useServer({ ports: { speech: failingSpeech } })

  it('reports failed audio on a summary whose text is ready', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user, 'wQ_xQs6thVs')
    const withoutAudio = await eventually(
      () => user.client.summaries.detail({ params: { id } }),
      summary => summary.audio === 'failed',
      55_000,
    )
    expect(withoutAudio).toMatchObject({
      state: 'ready',
      audioUrl: null,
      audioDurationMs: null,
      timings: null,
      code: 'voice_failed',
      error: failures.voice_failed.sentence,
    })
    expect(withoutAudio.summary.length).toBeGreaterThan(300)
    expect((await user.client.summaries.list()).month.used).toBe(1)
  })

  it('generates failed audio once when several users of the same recap retry it', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const id = await requestSummary(user, 'wQ_xQs6thVs')
    const otherId = await requestSummary(other, 'wQ_xQs6thVs')
    await untilState(user.client, id, 'ready')
    const { db } = test.server.services.database
    const jobs = async () =>
      (await sql<object>`select id from pgboss.job where name = 'summaries.speak-summary'`.execute(db)).rows.length
    const before = await jobs()
    let spoken = 0
    const silence = { mp3: new Uint8Array(100), durationMs: 1000, loudness: -19, timings: [] }
    failingSpeech.speak = async () => {
      spoken++
      return silence
    }
    const others = Array.from({ length: 5 }, () => other.client.summaries.retry({ params: { id: otherId } }))
    const answers = await Promise.all(Array.from({ length: 5 }, () => user.client.summaries.retry({ params: { id } })))
    await Promise.all(others)
    expect(await jobs()).toBe(before + 1)
    expect(answers.map(answer => answer.id)).toEqual(Array(5).fill(id))
    const withAudio = await eventually(
      () => user.client.summaries.detail({ params: { id } }),
      summary => summary.audio === 'ready',
    )
    expect(withAudio).toMatchObject({ code: null, error: null, audioDurationMs: 1000 })
    expect(spoken).toBe(1)
    expect((await user.client.summaries.list()).month.used).toBe(1)
  })
})

describe('a short YouTube fault', async () => {
  const test = await useServer({ ports: { speech: failingSpeech } })

  it('recovers from a short fault without failing the summary', async () => {
    const user = await test.newUser()
    test.fake.fault('timedtext|llQpLOoafLY|*', { kind: 'status', status: 500, times: 3 })
    const id = await requestSummary(user, 'llQpLOoafLY')
    expect((await untilState(user.client, id, 'readable', 'ready')).code).not.toBe('network')
  })
})

describe('titles and descriptions from YouTube', async () => {
  const test = await useServer({ ports: { speech: failingSpeech } })

  it('stores and returns titles and descriptions as plain text, with markup unchanged and control characters removed [ASVS 1.3.1]', async () => {
    const user = await test.newUser()
    const { videoInfo } = await untilState(user.client, await requestSummary(user, 'U8y_-yHeIGI'), 'readable', 'ready')
    expect(videoInfo.title).toContain('<img src=x onerror=alert(1)>')
    expect(`${videoInfo.title}${videoInfo.channel}`).not.toMatch(/\p{Cc}/u)
    expect(videoInfo.description ?? '').not.toMatch(/(?![\n\t])\p{Cc}/u)
  })
})
