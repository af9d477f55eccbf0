import type { FakeStt, Line, lineOf, SttFault, startFakeStt } from '@recaps/fake-stt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import type { Recogniser, RecogniserConfig } from './recogniser.ts'

const said = [
  'Good morning, and welcome to the museum.',
  'Extraordinarily long words come in parts.',
  'Nobody waits; everybody steps in.',
]
/** Of what the fake takes for an MP3 of 32 kbit/s, and for a WAV. */
const twentySeconds = { mp3: new Uint8Array(80_000).fill(1), wav: wavOf(640_000) }

export interface Speaking {
  /** Opens it at a fake. */
  make(fakeUrl: string, config: Omit<RecogniserConfig, 'url'>): Recogniser
  /** The stand-in, which only tests may import. */
  fakes: { startFakeStt: typeof startFakeStt; lineOf: typeof lineOf }
}

/** What every recogniser does with one piece, asked at the fake; each fault has its outcome. */
export function recogniserConformance({ make, fakes }: Speaking): void {
  const lines: Line[] = said.map((text, at) => fakes.lineOf(text, 2 + at * 6))
  let fake: FakeStt
  beforeAll(async () => {
    fake = await fakes.startFakeStt({ ear: () => lines, key: 'sesame' })
  })
  afterAll(() => fake.close())
  let lift = () => {}
  afterEach(() => lift())

  const open = (config: Partial<RecogniserConfig> = {}) =>
    make(fake.url, { key: 'sesame', model: 'm-1', timeoutMs: 400, clock: systemClock, pausesMs: [10, 10], ...config })
  const hear = (config?: Partial<RecogniserConfig>, signal = new AbortController().signal) => {
    const recogniser = open(config)
    return recogniser.hear({ bytes: twentySeconds[recogniser.form], lengthMs: 20_000 }, { signal })
  }
  const lay = (fault: SttFault) => {
    lift = fake.fault(fault)
  }

  it('tells lines and words with their instants, and the language', async () => {
    const { language, segments } = await hear()
    expect(language).toBe('en')
    expect(segments.map(({ text }) => text)).toEqual(said)
    expect(segments.map(({ startMs }) => startMs)).toEqual([2000, 8000, 14_000])
    const [, { words = [] } = {}] = segments
    expect(words.map(({ text }) => text).join(' ')).toBe(said[1])
    expect(words.slice(0, 3).map(({ startMs }) => startMs)).toEqual([8000, 8400, 8800])
  })

  it('sends its sound whole, and says who asks', async () => {
    const from = fake.heard.length
    await hear()
    const [sent] = fake.heard.slice(from)
    expect(Buffer.from(sent!.bytes).equals(twentySeconds[open().form])).toBe(true)
    expect(sent!.fields.response_format).toEqual(['verbose_json'])
  })

  describe.each<[what: string, fault: SttFault]>([
    ['is overloaded', { kind: 'status', status: 503 }],
    ['fails', { kind: 'status', status: 500 }],
    ['asks for patience', { kind: 'status', status: 429 }],
    ['hangs', { kind: 'hang' }],
    ['closes the connection', { kind: 'refuse' }],
    ['breaks off', { kind: 'truncated' }],
    ['drips', { kind: 'drip' }],
    ['answers nothing', { kind: 'empty' }],
    ['answers with a page', { kind: 'html' }],
    ['answers half of it', { kind: 'malformed' }],
    ['answers with what is no number', { kind: 'nan' }],
    ['answers words without instants', { kind: 'wrong_form' }],
  ])('a server that %s', (_, fault) => {
    it('is got over when it happens once', async () => {
      lay({ ...fault, times: 1 } as SttFault)
      const from = fake.heard.length
      expect((await hear()).segments).toHaveLength(3)
      expect(fake.heard.length - from).toBe(2)
    })

    it('is given up after three tries, until a little later', async () => {
      lay(fault)
      const from = fake.heard.length
      const failed = await hear().catch(error => error)
      expect(failed).toMatchObject({ code: 'transcription_failed', retryable: true, retryAt: expect.any(Date) })
      expect(failed.retryAt.getTime() - systemClock.now().getTime()).toBeGreaterThan(30_000)
      expect(fake.heard.length - from).toBe(3)
    })
  })

  it.each([
    ['seconds', () => '300'],
    ['a date', () => new Date(systemClock.now().getTime() + 300_000).toUTCString()],
  ])('stays away as long as it is told to in %s', async (_, told) => {
    lay({ kind: 'status', status: 429, headers: { 'retry-after': told() } })
    const from = fake.heard.length
    const failed = await hear().catch(error => error)
    expect(failed).toMatchObject({ code: 'transcription_failed', retryable: true })
    expect(Math.abs(failed.retryAt.getTime() - systemClock.now().getTime() - 300_000)).toBeLessThan(3_000)
    // So long a wait is the job's, not the call's.
    expect(fake.heard.length - from).toBe(1)
  })

  it('comes back when it is told to, where that is soon', async () => {
    lay({ kind: 'status', status: 503, headers: { 'retry-after': '1' }, times: 1 })
    const startedAt = performance.now()
    await hear()
    expect(performance.now() - startedAt).toBeGreaterThan(900)
  })

  it.each([400, 404, 413, 415])('gives up at once what is refused for good: %i', async status => {
    lay({ kind: 'status', status })
    const from = fake.heard.length
    await expect(hear()).rejects.toMatchObject({
      code: 'transcription_failed',
      retryable: false,
      detail: expect.stringContaining(`HTTP ${status}`),
    })
    expect(fake.heard.length - from).toBe(1)
  })

  it('says so when its key is wrong', async () => {
    const refused = hear({ key: 'open up' })
    const failed = await refused.catch(error => error)
    expect(failed).toMatchObject({ retryable: false, detail: 'HTTP 401', said: expect.stringContaining('API key') })
    // What is logged repeats nothing of the answer, which may hold a part of the key.
    expect(failed.message).not.toContain('API key')
  })

  it('cannot be reached where nobody listens', async () => {
    const nowhere = make('http://127.0.0.1:9', {
      ...{ key: undefined, model: 'm-1', timeoutMs: 400, clock: systemClock, pausesMs: [] },
    })
    const refused = nowhere.hear(
      { bytes: twentySeconds[nowhere.form], lengthMs: 20_000 },
      { signal: new AbortController().signal },
    )
    await expect(refused).rejects.toMatchObject({ code: 'transcription_failed', retryable: true })
  })

  it('stops when the caller does, while it asks and while it waits', async () => {
    for (const fault of [{ kind: 'hang' }, { kind: 'status', status: 503 }] as const) {
      lay(fault)
      const stop = new AbortController()
      setTimeout(() => stop.abort(new Error('enough')), 150)
      await expect(hear({ timeoutMs: 60_000, pausesMs: [60_000] }, stop.signal)).rejects.toThrow('enough')
    }
  })

  it('believes no instant outside of the sound', async () => {
    lay({ kind: 'beyond' })
    const { segments } = await hear()
    expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, expect.any(Number)],
      [8000, expect.any(Number)],
      [14_000, 20_000],
    ])
    expect(segments.map(({ text }) => text).join()).not.toContain('nobody said')
  })

  it('puts lines in order, and leaves out those without words', async () => {
    lay({ kind: 'disorder' })
    expect((await hear()).segments.map(({ text }) => text)).toEqual(said)
    lift()
    lay({ kind: 'blank' })
    expect((await hear()).segments.map(({ text }) => text)).toEqual(said)
  })

  it('cuts down what is said over and over', async () => {
    lay({ kind: 'loop' })
    expect((await hear()).segments.map(({ text }) => text)).toEqual(said)
  })
}

function wavOf(bytes: number): Uint8Array {
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF', 0)
  wav.write('WAVEfmt ', 8)
  return new Uint8Array(wav)
}
