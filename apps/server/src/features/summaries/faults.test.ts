import { failures, isRefusalForNow, sentenceOfVideo, toldOf } from '@recaps/contract/failures'
import type { Fault } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { silence } from '../../../test/silence.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, refusal, untilState, youtube } from '../../../test/waiting.ts'
import { ProviderError } from '../../errors.ts'
import type { Speech } from '../../ports/speech.ts'

const hourMs = 3600 * 1000
const quiet: Speech = {
  ...silence,
  speak: () => Promise.reject(new ProviderError({ provider: 'quiet', code: 'voice_failed', retryable: true })),
}

const ask = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube } })).id

describe('a video that cannot be summarized', async () => {
  const test = await useServer({ ports: { speech: quiet } })
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
  ] as const)('says %s of %s, with its sentence, and gives its place in the month back', async (code, video) => {
    const user = await test.newUser()
    const id = await ask(user, video)
    const failed = await untilState(user.client, id, 'failed')
    expect(failed).toMatchObject({
      code,
      error: sentenceOfVideo(code),
      summary: '',
      content: null,
      audio: 'none',
      audioUrl: null,
      stage: null,
      progress: null,
      retryAt: null,
    })
    const list = await user.client.summaries.list()
    expect(list.data.map(entry => [entry.id, entry.state, entry.code])).toEqual([[id, 'failed', code]])
    expect(list.month.used).toBe(0)
  })

  it.each([
    ['live', 'Ue7gAxLMql0', 0.5, 1.1],
    ['upcoming', 'r5E8ibp7WcQ', 0.5, 24 * 30],
    ['captions_pending', '2BstwsnPM5E', 0, 25],
  ] as const)('puts %s off and says until when, holding its place in the month', async (code, video, from, to) => {
    const user = await test.newUser()
    const deferred = await untilState(user.client, await ask(user, video), 'deferred')
    expect(deferred).toMatchObject({ code, error: failures[code].sentence, stage: null })
    const inHours = (new Date(deferred.retryAt!).getTime() - test.clock.now().getTime()) / hourMs
    expect(inHours).toBeGreaterThan(from)
    expect(inHours).toBeLessThan(to)
    expect((await user.client.summaries.list()).month.used).toBe(1)
    await user.client.summaries.cancel({ params: { id: deferred.id } })
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })

  it.each([
    ['live', 'Ue7gAxLMql0', '🔴 LIVE: a four-metre concrete beam on its way to failure, one kilonewton an hour'],
    ['upcoming', 'r5E8ibp7WcQ', 'Live walk: along the buried River Fleet, by night'],
    ['too_long', 'J3RlmBMrqZo', 'The twelve-hour lecture marathon (uncut, one second longer)'],
  ] as const)(
    'calls a video that is %s by its title all the same, in the list and before [spec 9.6]',
    async (code, video, title) => {
      const user = await test.newUser()
      const entry = await untilState(user.client, await ask(user, video), 'failed', 'deferred')
      expect(entry).toMatchObject({ code, videoInfo: { title } })
      const preview = await user.client.summaries.preview({ body: { urlOrId: video } })
      expect(preview).toMatchObject({ code, videoInfo: { title } })
    },
  )

  it('says of what, where it does not exist: the words for any other thing name none', async () => {
    const { client } = await test.newUser()
    const preview = await client.summaries.preview({ body: { urlOrId: 'JMoGdY-uk6w' } })
    expect(preview).toMatchObject({ code: 'not_found', error: 'This video does not exist, or it has been removed.' })
    const { sentence: error } = failures.not_found
    expect(await refusal(client.summaries.detail({ params: { id: 999_999 } }))).toMatchObject({ status: 404, error })
    expect(error).not.toMatch(/video/)
  })
})

describe('what is no link of a video', async () => {
  const test = await useServer({ ports: { speech: quiet } })

  it.each(['correct horse battery', 'https://example.com/watch?v=Sli7FA6EbqI', 'Sli7FA6EbqI0', 'https://youtu.be/'])(
    'is refused before anything begins: %s',
    async urlOrId => {
      const { client } = await test.newUser()
      const { status, sentence: error } = failures.invalid_id
      const refused = { status, code: 'invalid_id', error }
      expect(await refusal(client.summaries.request({ body: { urlOrId, type: youtube } }))).toEqual(refused)
      expect(await refusal(client.summaries.preview({ body: { urlOrId } }))).toEqual(refused)
      expect(await client.summaries.list()).toMatchObject({ data: [], month: { used: 0 } })
      expect(test.fake.requests).toEqual([])
    },
  )
})

type FaultyCall = [what: string, code: keyof typeof failures, op: string, fault: Fault]

/** Five at once on one server: a sixth video refused in a row would let YouTube rest. */
const faultyCalls: FaultyCall[][] = [
  [
    ['an overloaded server', 'network', 'player', { kind: 'status', status: 500 }],
    ['a server that sends it away', 'rate_limited', 'player', { kind: 'status', status: 429 }],
    ['a cookie question', 'consent_page', 'player', { kind: 'consent' }],
    ['a captcha', 'ip_blocked', 'player', { kind: 'captcha' }],
    ['a question whether it is a robot', 'bot_check', 'player', { kind: 'bot_check' }],
  ],
  [
    ['bytes that mean nothing', 'parse_changed', 'player', { kind: 'garbage' }],
    ['a connection that is cut', 'network', 'player', { kind: 'cut' }],
    ['captions that come empty', 'po_token_required', 'timedtext', { kind: 'empty' }],
    ['captions that mean nothing', 'parse_changed', 'timedtext', { kind: 'garbage' }],
    ['captions that are cut', 'network', 'timedtext', { kind: 'cut' }],
  ],
]

describe.each(faultyCalls.map(calls => ({ calls })))('a video behind a fault that lasts', async ({ calls }) => {
  const test = await useServer({ ports: { speech: quiet } })
  const cases = calls.map(([what, code, op, fault], index) => ({ what, code, op, fault, video: talks[index]! }))

  it.concurrent.each(cases)(
    'tries $what three times, says $code, and succeeds once it is gone',
    async ({ code, op, fault, video }) => {
      const user = await test.newUser()
      const used = async () => (await user.client.summaries.list()).month.used
      const lift = test.fake.fault(`${op}|${video}|*`, fault)
      const id = await ask(user, video)
      const isWaiting = isRefusalForNow(code)
      const refused = await untilState(user.client, id, 'failed', 'deferred')
      expect(refused).toMatchObject({
        code,
        state: isWaiting ? 'deferred' : 'failed',
        error: toldOf(code, isWaiting).sentence,
      })
      expect(await used()).toBe(isWaiting ? 1 : 0)
      // A refusal is not remembered: each try is a question.
      const asked = test.fake.requests.filter(key => key.startsWith(`${op}|${video}|`))
      expect(asked.length).toBeGreaterThanOrEqual(3)
      lift()
      // Whoever does not want to wait for the next try cancels, and tries again.
      if (isWaiting) await user.client.summaries.cancel({ params: { id } })
      await user.client.summaries.retry({ params: { id } })
      const readable = await untilState(user.client, id, 'readable', 'ready')
      expect(readable).toMatchObject({ id, retryAt: null, summary: expect.stringContaining('.') })
      expect(await used()).toBe(1)
    },
  )

  it('leaves the months exact and nothing half-written', async () => {
    const { db } = test.server.services.database
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })
})

describe('sound that fails', async () => {
  const test = await useServer({ ports: { speech: quiet } })

  it('is told apart from the text, which is there', async () => {
    const user = await test.newUser()
    const id = await ask(user, 'wQ_xQs6thVs')
    const mute = await eventually(
      () => user.client.summaries.detail({ params: { id } }),
      summary => summary.audio === 'failed',
      55_000,
    )
    expect(mute).toMatchObject({
      state: 'ready',
      audioUrl: null,
      audioDurationMs: null,
      timings: null,
      code: 'voice_failed',
      error: failures.voice_failed.sentence,
    })
    expect(mute.summary.length).toBeGreaterThan(300)
    expect((await user.client.summaries.list()).month.used).toBe(1)
  })

  it('is made when those who share it ask again, once however many they are', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const id = await ask(user, 'wQ_xQs6thVs')
    const theirs = await ask(other, 'wQ_xQs6thVs')
    await untilState(user.client, id, 'ready')
    const { db } = test.server.services.database
    const jobs = async () =>
      (await sql<object>`select id from pgboss.job where name = 'summaries.speak-summary'`.execute(db)).rows.length
    const before = await jobs()
    let spoken = 0
    const silence = { mp3: new Uint8Array(100), durationMs: 1000, loudness: -19, timings: [] }
    quiet.speak = async () => {
      spoken++
      return silence
    }
    const others = Array.from({ length: 5 }, () => other.client.summaries.retry({ params: { id: theirs } }))
    const answers = await Promise.all(Array.from({ length: 5 }, () => user.client.summaries.retry({ params: { id } })))
    await Promise.all(others)
    expect(await jobs()).toBe(before + 1)
    expect(answers.map(answer => answer.id)).toEqual(Array(5).fill(id))
    const heard = await eventually(
      () => user.client.summaries.detail({ params: { id } }),
      summary => summary.audio === 'ready',
    )
    expect(heard).toMatchObject({ code: null, error: null, audioDurationMs: 1000 })
    expect(spoken).toBe(1)
    expect((await user.client.summaries.list()).month.used).toBe(1)
  })
})

describe('a fault that passes', async () => {
  const test = await useServer({ ports: { speech: quiet } })

  it('is got over without anybody noticing', async () => {
    const user = await test.newUser()
    test.fake.fault('timedtext|llQpLOoafLY|*', { kind: 'status', status: 500, times: 3 })
    const id = await ask(user, 'llQpLOoafLY')
    expect((await untilState(user.client, id, 'readable', 'ready')).code).not.toBe('network')
  })
})

describe('a title and a description from outside', async () => {
  const test = await useServer({ ports: { speech: quiet } })

  it('are stored and answered as plain text: markup stays text, control characters are gone [ASVS 1.3.1]', async () => {
    const user = await test.newUser()
    const { videoInfo } = await untilState(user.client, await ask(user, 'U8y_-yHeIGI'), 'readable', 'ready')
    expect(videoInfo.title).toContain('<img src=x onerror=alert(1)>')
    expect(`${videoInfo.title}${videoInfo.channel}`).not.toMatch(/\p{Cc}/u)
    expect(videoInfo.description ?? '').not.toMatch(/(?![\n\t])\p{Cc}/u)
  })
})
