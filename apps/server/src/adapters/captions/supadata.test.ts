import { inspect } from 'node:util'
import { parseCaptions } from '@recaps/domain/captions/parse'
import {
  type FakeSupadata,
  type SupadataFault,
  type SupadataSegment,
  type SupadataVideo,
  startFakeSupadata,
  supadataErrorCodes,
} from '@recaps/fake-supadata'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import { looksLikeCaptions } from './sniff.ts'
import { type SupadataConfig, supadataCaptions } from './supadata.ts'

const key = 'sd_4f1c0ffee5ecret'
const now = new Date('2026-11-27T09:00:00Z')

const segments: SupadataSegment[] = [
  { text: 'Welcome to this talk about tides.', offset: 1_200, duration: 2_300 },
  { text: 'The moon pulls on the sea,', offset: 3_600, duration: 2_000 },
  { text: 'and the sea answers twice a day.', offset: 5_750, duration: 2_500 },
]
const words = segments.map(({ text, offset }) => [offset, text])
const talk = 'xxM5UYAr6qo'
const german = 'ziAaYVprhWQ'
const silent = 'SWS_Wd36bSQ'
const long = '_mUB_ZAAfQU'
const unknown = 'JMoGdY-uk6w'

describe('captions by Supadata', () => {
  let fake: FakeSupadata
  let count = 0

  beforeAll(async () => {
    fake = await startFakeSupadata({
      key,
      videos: {
        [talk]: { tracks: { de: [{ text: 'Hallo', offset: 0, duration: 500 }], en: segments } },
        [german]: { tracks: { de: [{ text: 'Guten Tag', offset: 40, duration: 500 }] } },
        [silent]: { tracks: {} },
        [long]: { tracks: { en: segments }, polls: 4 },
      },
    })
  })
  afterAll(() => fake.close())

  const captions = (config: Partial<SupadataConfig> = {}) =>
    supadataCaptions({ key, url: fake.url, clock: { now: () => now }, pollDelaysMs: [5], ...config })

  /** Adds a new video, so that no fault of another test applies to it. */
  const add = (video: Partial<SupadataVideo> = {}): string => {
    const videoId = `video${String(++count).padStart(6, '0')}`
    fake.addVideo(videoId, { tracks: { en: segments }, ...video })
    return videoId
  }
  const withFault = (fault: SupadataFault): string => {
    const videoId = add()
    fake.fault(fault, { videoId })
    return videoId
  }
  const withContent = (content: unknown, more: object = { lang: 'en' }): string =>
    withFault({ kind: 'answer', status: 200, body: JSON.stringify({ content, ...more }) })

  const failureOf = async (videoId: string, config?: Partial<SupadataConfig>): Promise<ProviderError> => {
    const error: unknown = await captions(config)
      .read(videoId)
      .then(
        () => 'read',
        error => error,
      )
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ provider: 'supadata' })
    // Everything that a logger could print, including the causes.
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(config?.key ?? key)
    return error as ProviderError
  }
  const linesOf = async (videoId: string) => {
    const { body } = await captions().read(videoId)
    const parsed = parseCaptions(body)
    if (parsed.kind === 'refused') throw new Error(parsed.reason)
    return parsed.segments.map(({ startMs, text }) => [startMs, text])
  }
  const requestsFor = (videoId: string) => fake.requests.filter(request => request.videoId === videoId)

  it('converts Supadata captions to json3 with the same words and times', async () => {
    const track = await captions().read(talk)
    expect(track).toMatchObject({ kind: 'auto', language: 'en', provider: 'supadata' })
    expect(looksLikeCaptions(track.body)).toBe(true)
    const parsed = parseCaptions(track.body)
    expect(parsed).toMatchObject({ kind: 'captions', format: 'json3', timing: 'stamped', repairs: [] })
    expect(parsed.kind === 'captions' && parsed.segments).toEqual(
      segments.map(({ text, offset, duration }) => ({ startMs: offset, endMs: offset + duration, text })),
    )
  })

  it('requests Supadata captions in English, with times, without speech to text, and with the key in a header only', async () => {
    await captions({ url: `${fake.url}/` }).read(talk)
    const { query, headers } = fake.requests.at(-1)!
    expect(query).toEqual({
      url: `https://www.youtube.com/watch?v=${talk}`,
      lang: 'en',
      text: 'false',
      mode: 'native',
    })
    expect(headers['x-api-key']).toBe(key)
  })

  it('returns Supadata captions in another language if the video has no English track', async () => {
    expect(await captions().read(german)).toMatchObject({ language: 'de' })
  })

  it.each([
    ['missing', {}],
    ['not a string', { lang: 7 }],
    ['not a language tag', { lang: '<script>' }],
  ])('sets the language “und” if the language of the Supadata answer is %s', async (_, more) => {
    const track = await captions().read(withContent(segments, more))
    expect(track).toMatchObject({ language: 'und' })
  })

  it.each(['short', 'twelve-signs', '../../v1/me', 'a b c d e f', ''])(
    'sends no request to Supadata for the video id “%s”',
    async id => {
      const before = fake.requests.length
      expect(await failureOf(id)).toMatchObject({ code: 'invalid_id', retryable: false })
      expect(fake.requests).toHaveLength(before)
    },
  )

  describe('errors', () => {
    const expected = {
      'invalid-request': { code: 'parse_changed', retryable: true },
      unauthorized: { code: 'po_token_required', retryable: true },
      'upgrade-required': { code: 'po_token_required', retryable: true },
      forbidden: { code: 'po_token_required', retryable: true },
      'not-found': { code: 'not_found', retryable: false },
      'limit-exceeded': { code: 'rate_limited', retryable: true },
      'transcript-unavailable': { code: 'no_captions', retryable: false },
      'internal-error': { code: 'network', retryable: true },
    } as const

    it.each(supadataErrorCodes)(
      'maps the Supadata error %s to a failure, as a status and as the end of a job',
      async code => {
        expect(await failureOf(withFault({ kind: 'error', code }))).toMatchObject(expected[code])
        expect(await failureOf(add({ polls: 2, failure: code }))).toMatchObject(expected[code])
        // Users have reported errors with status 200.
        expect(await failureOf(withFault({ kind: 'error', code, status: 200 }))).toMatchObject(expected[code])
      },
    )

    it.each([
      [206, 'no_captions'],
      [301, 'parse_changed'],
      [400, 'parse_changed'],
      [401, 'po_token_required'],
      [402, 'po_token_required'],
      [403, 'po_token_required'],
      [404, 'parse_changed'],
      [418, 'parse_changed'],
      [429, 'rate_limited'],
      [500, 'network'],
      [503, 'network'],
    ] as const)('maps the Supadata status %i without an error in the body to %s', async (status, code) => {
      const headers = { 'content-type': 'text/html', location: `${fake.url}/elsewhere` }
      const videoId = withFault({ kind: 'answer', status, headers, body: '<html>' })
      expect(await failureOf(videoId)).toMatchObject({ code, detail: `HTTP ${status}` })
      expect(requestsFor(videoId)).toHaveLength(1)
    })

    it.each(['constructor', '__proto__', 'brand-new'])(
      'maps the unknown Supadata error code “%s” to parse_changed',
      async error => {
        const videoId = withFault({ kind: 'answer', status: 400, body: JSON.stringify({ error }) })
        expect(await failureOf(videoId)).toMatchObject({ code: 'parse_changed', retryable: true })
      },
    )

    it.each([429, 500])(
      'trusts the Supadata status %i more than an error code that would end all retries',
      async status => {
        const videoId = withFault({ kind: 'error', code: 'not-found', status })
        expect(await failureOf(videoId)).toMatchObject({ retryable: true })
      },
    )

    it('reports from Supadata that a video has no captions or does not exist', async () => {
      expect(await failureOf(silent)).toMatchObject({ code: 'no_captions', retryable: false })
      expect(await failureOf(unknown)).toMatchObject({ code: 'not_found', retryable: false })
    })

    it('quotes the Supadata error message in one line', async () => {
      const details = `The key ${key} is\n\u001b[31mnot valid\u001b[0m. ${'x'.repeat(5_000)}`
      const { detail } = await failureOf(withFault({ kind: 'error', code: 'unauthorized', details }))
      expect(detail).toMatch(/^HTTP 401 unauthorized: The key \[key\] is \[31mnot valid/)
      expect(detail!.length).toBeLessThan(250)
    })

    it('hides the Supadata key that a failed job quotes', async () => {
      const videoId = add({ polls: 1 })
      const body = JSON.stringify({ status: 'failed', error: { error: 'forbidden', details: `${key} has no access` } })
      fake.fault({ kind: 'answer', status: 200, body }, { videoId, endpoint: 'job' })
      expect((await failureOf(videoId)).detail).toBe('HTTP 200 forbidden: [key] has no access')
    })

    it('reports a wrong Supadata key', async () => {
      const failure = await failureOf(talk, { key: 'sd_wrong' })
      expect(failure).toMatchObject({ code: 'po_token_required', detail: expect.stringContaining('HTTP 401') })
    })

    it.each(['', 'sd_line\nbreak', 'sd_ümlaut', 'sd_€'])(
      'reports the malformed Supadata key %j without a request',
      async bad => {
        const before = fake.requests.length
        const error = await captions({ key: bad })
          .read(talk)
          .catch(error => error)
        expect(error).toMatchObject({ code: 'po_token_required', detail: 'malformed API key' })
        if (bad !== '') expect(inspect(error, { depth: 20 })).not.toContain(bad.slice(3))
        expect(fake.requests).toHaveLength(before)
      },
    )

    it('reports a Supadata plan without credits as rate_limited', async () => {
      const poor = await startFakeSupadata({ key, credits: 1, videos: { [talk]: { tracks: { en: segments } } } })
      await captions({ url: poor.url }).read(talk)
      expect(await failureOf(talk, { url: poor.url })).toMatchObject({ code: 'rate_limited' })
      await poor.close()
    })

    it.each([
      ['7', 7_000],
      ['Fri, 27 Nov 2026 09:01:00 GMT', 60_000],
      ['999999999', 24 * 3_600_000],
    ])('waits for the Supadata Retry-After “%s”, but a day at most', async (value, waitMs) => {
      const headers = { 'retry-after': value }
      const { retryAt } = await failureOf(withFault({ kind: 'error', code: 'limit-exceeded', headers }))
      expect(retryAt).toEqual(new Date(now.getTime() + waitMs))
    })

    it.each(['soon', '-5'])('ignores the invalid Supadata Retry-After “%s”', async value => {
      const headers = { 'retry-after': value }
      const { retryAt } = await failureOf(withFault({ kind: 'error', code: 'limit-exceeded', headers }))
      expect(retryAt).toBeUndefined()
    })
  })

  describe('with a broken connection', () => {
    it.each([
      [{ kind: 'refuse' }, 'network'],
      [{ kind: 'cut' }, 'network'],
      [{ kind: 'html' }, 'parse_changed'],
      [{ kind: 'answer', status: 200, body: '' }, 'parse_changed'],
      [{ kind: 'answer', status: 200, body: '{"content":[{"text":"a"' }, 'parse_changed'],
      [{ kind: 'answer', status: 200, body: 'null' }, 'parse_changed'],
      [{ kind: 'answer', status: 200, body: '[]' }, 'parse_changed'],
      [{ kind: 'answer', status: 202, body: '{}' }, 'parse_changed'],
      [{ kind: 'answer', status: 202, body: '{"jobId":"../me"}' }, 'parse_changed'],
      [{ kind: 'answer', status: 202, body: '{"jobId":7}' }, 'parse_changed'],
    ] as [SupadataFault, string][])('fails after the Supadata answer %j with %s', async (fault, code) => {
      expect(await failureOf(withFault(fault))).toMatchObject({ code, retryable: true })
    })

    it('does not read more than 5 MiB from Supadata', async () => {
      const failure = await failureOf(withFault({ kind: 'large', bytes: 10 * 2 ** 20 }))
      expect(failure).toMatchObject({ code: 'parse_changed', detail: 'too_large: more than 5242880 bytes' })
    })

    it('reports a network failure if nothing listens at the Supadata URL', async () => {
      const gone = await startFakeSupadata({ key })
      await gone.close()
      expect(await failureOf(talk, { url: gone.url })).toMatchObject({ code: 'network' })
    })

    it.each([{ requestDeadlineMs: 80 }, { deadlineMs: 80 }])(
      'fails if Supadata does not answer within %j',
      async limits => {
        const startedMs = performance.now()
        expect(await failureOf(withFault({ kind: 'hang' }), limits)).toMatchObject({ code: 'network' })
        expect(performance.now() - startedMs).toBeLessThan(2_000)
      },
    )

    it('aborts a Supadata request with the reason of the caller', async () => {
      const stop = new AbortController()
      const reason = new Error('enough')
      setTimeout(() => stop.abort(reason), 50)
      const read = captions().read(withFault({ kind: 'hang' }), { signal: stop.signal })
      await expect(read).rejects.toBe(reason)
      await expect(captions().read(talk, { signal: stop.signal })).rejects.toBe(reason)
    })
  })

  describe('with a job for a long video', () => {
    it('polls Supadata until the job has completed', async () => {
      expect(await linesOf(long)).toEqual(words)
      expect(requestsFor(long).map(({ endpoint }) => endpoint)).toEqual(['transcript', 'job', 'job', 'job', 'job'])
      expect(requestsFor(long).every(({ headers }) => headers['x-api-key'] === key)).toBe(true)
    })

    it('also reads the captions of a Supadata job from `result`', async () => {
      expect(await linesOf(add({ polls: 1, isNested: true }))).toEqual(words)
    })

    it('waits longer after each poll of Supadata, and repeats the last delay', async () => {
      const startedMs = performance.now()
      await captions({ pollDelaysMs: [20, 100] }).read(add({ polls: 4 }))
      const tookMs = performance.now() - startedMs
      expect(tookMs).toBeGreaterThanOrEqual(315)
      expect(tookMs).toBeLessThan(2_000)
    })

    it('waits one second before the first poll of Supadata by default', async () => {
      const startedMs = performance.now()
      await captions({ pollDelaysMs: undefined }).read(add({ polls: 1 }))
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(995)
    })

    it('fails if the Supadata job does not end in time', async () => {
      const videoId = add({ polls: 1_000_000 })
      const startedMs = performance.now()
      const failure = await failureOf(videoId, { deadlineMs: 150, pollDelaysMs: [40] })
      expect(failure).toMatchObject({ code: 'network', retryable: true, detail: 'job not completed in time' })
      expect(performance.now() - startedMs).toBeLessThan(1_000)
    })

    it.each([
      { kind: 'error', code: 'limit-exceeded' },
      { kind: 'error', code: 'internal-error' },
      { kind: 'refuse' },
      { kind: 'cut' },
    ] as SupadataFault[])('keeps polling Supadata after polls that fail with %j', async fault => {
      const videoId = add({ polls: 4 })
      fake.fault(fault, { videoId, endpoint: 'job', times: 2 })
      expect(await linesOf(videoId)).toEqual(words)
      expect(requestsFor(videoId).filter(({ endpoint }) => endpoint === 'transcript')).toHaveLength(1)
    })

    it('reports the last failed poll of Supadata when the time is up', async () => {
      const videoId = add({ polls: 1 })
      fake.fault({ kind: 'error', code: 'limit-exceeded' }, { videoId, endpoint: 'job' })
      expect(await failureOf(videoId, { deadlineMs: 200 })).toMatchObject({ code: 'rate_limited' })
    })

    it('reports the last failed poll of Supadata when the deadline cuts the next one short', async () => {
      const videoId = add({ polls: 1 })
      fake.fault({ kind: 'hang' }, { videoId, endpoint: 'job' })
      fake.fault({ kind: 'error', code: 'limit-exceeded' }, { videoId, endpoint: 'job', times: 1 })
      expect(await failureOf(videoId, { deadlineMs: 300 })).toMatchObject({ code: 'rate_limited' })
      expect(requestsFor(videoId)).toHaveLength(3)
    })

    it('does not wait for a Supadata Retry-After beyond the deadline', async () => {
      const videoId = add({ polls: 2 })
      fake.fault(
        { kind: 'error', code: 'limit-exceeded', headers: { 'retry-after': '90' } },
        { videoId, endpoint: 'job', times: 1 },
      )
      const failure = await failureOf(videoId)
      expect(failure).toMatchObject({ code: 'rate_limited', retryAt: new Date(now.getTime() + 90_000) })
      expect(requestsFor(videoId)).toHaveLength(2)
    })

    it('waits for a Supadata Retry-After within the deadline', async () => {
      const videoId = add({ polls: 1 })
      fake.fault(
        { kind: 'error', code: 'limit-exceeded', headers: { 'retry-after': '0.3' } },
        { videoId, endpoint: 'job', times: 1 },
      )
      const startedMs = performance.now()
      expect(await linesOf(videoId)).toEqual(words)
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(295)
    })

    it.each([
      [{ kind: 'error', code: 'not-found' }, 'network'],
      [{ kind: 'error', code: 'unauthorized' }, 'po_token_required'],
      [{ kind: 'html' }, 'parse_changed'],
      [{ kind: 'answer', status: 200, body: '{"status":"paused"}' }, 'parse_changed'],
      [{ kind: 'answer', status: 200, body: '{"status":"completed"}' }, 'parse_changed'],
      [{ kind: 'answer', status: 200, body: '{"status":"completed","content":[],"lang":"en"}' }, 'no_captions'],
      [{ kind: 'answer', status: 200, body: '{"status":"failed"}' }, 'network'],
      [{ kind: 'answer', status: 200, body: '{"status":"failed","error":"forbidden"}' }, 'po_token_required'],
      [{ kind: 'answer', status: 200, body: '{"status":"failed","error":{"error":"new-code"}}' }, 'parse_changed'],
    ] as [SupadataFault, string][])('stops polling Supadata after the answer %j', async (fault, code) => {
      const videoId = add({ polls: 5 })
      fake.fault(fault, { videoId, endpoint: 'job' })
      expect(await failureOf(videoId)).toMatchObject({ code })
      expect(requestsFor(videoId)).toHaveLength(2)
    })

    it.each([
      ['between polls', { pollDelaysMs: [60_000], deadlineMs: 600_000 }, undefined],
      ['during a poll', {}, { kind: 'hang' }],
    ] as const)('aborts reading from Supadata with the reason of the caller %s', async (_, config, fault) => {
      const videoId = add({ polls: 5 })
      if (fault) fake.fault(fault, { videoId, endpoint: 'job' })
      const stop = new AbortController()
      setTimeout(() => stop.abort('enough'), 100)
      const startedMs = performance.now()
      await expect(captions(config).read(videoId, { signal: stop.signal })).rejects.toBe('enough')
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    })
  })

  describe('with hostile content', () => {
    it.each([
      ['no content', []],
      ['blank content', [{ text: ' \n', offset: 0, duration: 1 }]],
    ])('reports no_captions if the Supadata answer has %s', async (_, content) => {
      expect(await failureOf(withContent(content))).toMatchObject({ code: 'no_captions' })
    })

    it.each([
      ['plain text in place of segments', 'Welcome to this talk'],
      ['an object in place of segments', { text: 'a', offset: 0 }],
      ['numbers as text', [{ text: 7, offset: 0, duration: 1 }]],
      ['negative offsets', [{ text: 'a', offset: -5, duration: 1 }]],
      ['NaN as an offset', [{ text: 'a', offset: Number.NaN, duration: 1 }]],
      ['offsets as strings', [{ text: 'a', offset: '12', duration: 1 }]],
      ['no offsets', [{ text: 'a' }]],
      ['a null segment', [null]],
    ])('rejects a Supadata answer with %s', async (_, content) => {
      expect(await failureOf(withContent(content))).toMatchObject({ code: 'parse_changed' })
    })

    it.each(['NaN', '1e999', '-1e999'])('rejects a Supadata answer with the offset %s', async offset => {
      const body = `{"content":[{"text":"a","offset":${offset},"duration":1}],"lang":"en"}`
      expect(await failureOf(withFault({ kind: 'answer', status: 200, body }))).toMatchObject({ code: 'parse_changed' })
    })

    const good = Array.from({ length: 30 }, (_, at) => ({ text: `word${at}`, offset: at * 2_000, duration: 1_500 }))

    it('skips a single malformed Supadata segment, but rejects an answer with one in eight malformed', async () => {
      const bad = { text: 'never', offset: -1, duration: 10 }
      const lines = await linesOf(withContent([...good, bad]))
      expect(lines).toEqual(good.map(({ text, offset }) => [offset, text]))
      const failure = await failureOf(withContent([...good, bad, bad, null, {}]))
      expect(failure).toMatchObject({ code: 'parse_changed', detail: '4 of 34 segments are malformed' })
    })

    it('sorts the Supadata segments by time', async () => {
      const { body } = await captions().read(withContent(good.toReversed()))
      const starts = JSON.parse(Buffer.from(body).toString()).events.map(
        (event: { tStartMs: number }) => event.tStartMs,
      )
      expect(starts).toEqual(good.map(({ offset }) => offset))
    })

    it('rounds Supadata times to milliseconds, and sets malformed durations to 0', async () => {
      const content = [
        { text: 'one', offset: 10.4, duration: 99.6 },
        { text: 'two', offset: 500, duration: -4 },
        { text: 'three', offset: 900, duration: 'long' },
      ]
      const { body } = await captions().read(withContent(content))
      expect(JSON.parse(Buffer.from(body).toString()).events).toMatchObject([
        { tStartMs: 10, dDurationMs: 100 },
        { tStartMs: 500, dDurationMs: 0 },
        { tStartMs: 900, dDurationMs: 0 },
      ])
    })

    it('keeps Supadata text as plain text: markup, quotes, line separators, control characters, half characters', async () => {
      const lines = await linesOf(
        withContent([
          { text: '<b>Bold</b> vector<int> &amp; "quotes" \\', offset: 0, duration: 900 },
          { text: '"}],"events":[{"tStartMs":5', offset: 1_000, duration: 900 },
          { text: 'one\u2028two\u2029three\u0000four', offset: 2_000, duration: 900 },
          { text: `half \ud800 character${'\u0085'.repeat(500)}`, offset: 3_000, duration: 900 },
        ]),
      )
      expect(lines).toEqual([
        [0, 'Bold vector<int> & "quotes" \\'],
        [1_000, '"}],"events":[{"tStartMs":5'],
        [2_000, 'one two three four'],
        [3_000, 'half character'],
      ])
    })

    it('rejects Supadata captions that become too large for our parser', async () => {
      const content = Array.from({ length: 99_000 }, (_, offset) => ({ text: 'a', offset }))
      const detail = 'more than 5242880 bytes'
      expect(await failureOf(withContent(content))).toMatchObject({ code: 'parse_changed', detail })
    })

    it('quickly rejects a Supadata answer with millions of segments', async () => {
      const body = `{"content":[${'0,'.repeat(2_500_000)}0]}`
      const startedMs = performance.now()
      const failure = await failureOf(withFault({ kind: 'answer', status: 200, body }))
      expect(failure).toMatchObject({ code: 'parse_changed', detail: 'more than 100000 segments' })
      expect(performance.now() - startedMs).toBeLessThan(3_000)
    })
  })
})
