import type { createLine, FakeStt, Line, SttFault, startFakeStt } from '@recaps/fake-stt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import type { Recogniser, RecogniserConfig } from './recogniser.ts'

const sentences = [
  'Good morning, and welcome to the museum.',
  'Extraordinarily long words come in parts.',
  'Nobody waits; everybody steps in.',
]
/** The sizes at which the fake assumes twenty seconds of MP3 with 32 kbit/s, or of WAV. */
const twentySeconds = { mp3: new Uint8Array(80_000).fill(1), wav: wavOf(640_000) }

export interface RecogniserSetup {
  /** Opens the recogniser with the URL of the fake. */
  make(fakeUrl: string, config: Omit<RecogniserConfig, 'url'>): Recogniser
  /** Passed in, because only test files may import a fake. */
  fakes: { startFakeStt: typeof startFakeStt; createLine: typeof createLine }
}

/** Tests that every recogniser has to pass, run against the fake. */
export function recogniserConformance({ make, fakes }: RecogniserSetup): void {
  const lines: Line[] = sentences.map((text, at) => fakes.createLine(text, 2 + at * 6))
  let fake: FakeStt
  beforeAll(async () => {
    fake = await fakes.startFakeStt({ transcribe: () => lines, key: 'sesame' })
  })
  afterAll(() => fake.close())
  let clearFault = () => {}
  afterEach(() => clearFault())

  const open = (config: Partial<RecogniserConfig> = {}) =>
    make(fake.url, { key: 'sesame', model: 'm-1', timeoutMs: 400, clock: systemClock, pausesMs: [10, 10], ...config })
  const transcribe = (config?: Partial<RecogniserConfig>, signal = new AbortController().signal) => {
    const recogniser = open(config)
    return recogniser.transcribe({ bytes: twentySeconds[recogniser.format], lengthMs: 20_000 }, { signal })
  }
  const setFault = (fault: SttFault) => {
    clearFault = fake.fault(fault)
  }

  it('transcribes a piece into lines and words with times, and returns the language', async () => {
    const { language, segments } = await transcribe()
    expect(language).toBe('en')
    expect(segments.map(({ text }) => text)).toEqual(sentences)
    expect(segments.map(({ startMs }) => startMs)).toEqual([2000, 8000, 14_000])
    const [, { words = [] } = {}] = segments
    expect(words.map(({ text }) => text).join(' ')).toBe(sentences[1])
    expect(words.slice(0, 3).map(({ startMs }) => startMs)).toEqual([8000, 8400, 8800])
  })

  it('sends the complete audio of a piece with the API key and requests verbose JSON', async () => {
    const before = fake.uploads.length
    await transcribe()
    const [sent] = fake.uploads.slice(before)
    expect(Buffer.from(sent!.bytes).equals(twentySeconds[open().format])).toBe(true)
    expect(sent!.fields.response_format).toEqual(['verbose_json'])
  })

  describe.each<[what: string, fault: SttFault]>([
    ['is overloaded', { kind: 'status', status: 503 }],
    ['fails', { kind: 'status', status: 500 }],
    ['limits the request rate', { kind: 'status', status: 429 }],
    ['hangs', { kind: 'hang' }],
    ['closes the connection', { kind: 'refuse' }],
    ['breaks the connection during the answer', { kind: 'truncated' }],
    ['answers too slowly', { kind: 'drip' }],
    ['answers with an empty body', { kind: 'empty' }],
    ['answers with an HTML page', { kind: 'html' }],
    ['answers with truncated JSON', { kind: 'malformed' }],
    ['answers with NaN as a time', { kind: 'nan' }],
    ['answers with text without times', { kind: 'wrong_form' }],
  ])('a recogniser that %s', (what, fault) => {
    it(`retries a recogniser that ${what} once`, async () => {
      setFault({ ...fault, times: 1 } as SttFault)
      const before = fake.uploads.length
      expect((await transcribe()).segments).toHaveLength(3)
      expect(fake.uploads.length - before).toBe(2)
    })

    it(`gives up on a recogniser that ${what} after three attempts, and reports when to retry`, async () => {
      setFault(fault)
      const before = fake.uploads.length
      const failed = await transcribe().catch(error => error)
      expect(failed).toMatchObject({ code: 'transcription_failed', retryable: true, retryAt: expect.any(Date) })
      expect(failed.retryAt.getTime() - systemClock.now().getTime()).toBeGreaterThan(30_000)
      expect(fake.uploads.length - before).toBe(3)
    })
  })

  it.each([
    ['seconds', () => '300'],
    ['a date', () => new Date(systemClock.now().getTime() + 300_000).toUTCString()],
  ])('leaves a long Retry-After in %s to the job', async (_, retryAfter) => {
    setFault({ kind: 'status', status: 429, headers: { 'retry-after': retryAfter() } })
    const before = fake.uploads.length
    const failed = await transcribe().catch(error => error)
    expect(failed).toMatchObject({ code: 'transcription_failed', retryable: true })
    expect(Math.abs(failed.retryAt.getTime() - systemClock.now().getTime() - 300_000)).toBeLessThan(3_000)
    expect(fake.uploads.length - before).toBe(1)
  })

  it('waits for a short Retry-After of the recogniser, then retries', async () => {
    setFault({ kind: 'status', status: 503, headers: { 'retry-after': '1' }, times: 1 })
    const startedAt = performance.now()
    await transcribe()
    expect(performance.now() - startedAt).toBeGreaterThan(900)
  })

  it.each([400, 404, 413, 415])('does not retry when the recogniser answers with status %i', async status => {
    setFault({ kind: 'status', status })
    const before = fake.uploads.length
    await expect(transcribe()).rejects.toMatchObject({
      code: 'transcription_failed',
      retryable: false,
      detail: expect.stringContaining(`HTTP ${status}`),
    })
    expect(fake.uploads.length - before).toBe(1)
  })

  it('reports a wrong API key of the recogniser without quoting the answer in the message', async () => {
    const refused = transcribe({ key: 'open up' })
    const failed = await refused.catch(error => error)
    expect(failed).toMatchObject({
      retryable: false,
      detail: 'HTTP 401',
      providerMessage: expect.stringContaining('API key'),
    })
    // The message is logged, and the answer may contain part of the key.
    expect(failed.message).not.toContain('API key')
  })

  it('reports a retryable failure when the recogniser is unreachable', async () => {
    const unreachable = make('http://127.0.0.1:9', {
      ...{ key: undefined, model: 'm-1', timeoutMs: 400, clock: systemClock, pausesMs: [] },
    })
    const refused = unreachable.transcribe(
      { bytes: twentySeconds[unreachable.format], lengthMs: 20_000 },
      { signal: new AbortController().signal },
    )
    await expect(refused).rejects.toMatchObject({ code: 'transcription_failed', retryable: true })
  })

  it('stops when the caller aborts during a request or during a pause between retries', async () => {
    for (const fault of [{ kind: 'hang' }, { kind: 'status', status: 503 }] as const) {
      setFault(fault)
      const stop = new AbortController()
      setTimeout(() => stop.abort(new Error('enough')), 150)
      await expect(transcribe({ timeoutMs: 60_000, pausesMs: [60_000] }, stop.signal)).rejects.toThrow('enough')
    }
  })

  it('clips or drops lines with times outside the piece', async () => {
    setFault({ kind: 'beyond' })
    const { segments } = await transcribe()
    expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, expect.any(Number)],
      [8000, expect.any(Number)],
      [14_000, 20_000],
    ])
    expect(segments.map(({ text }) => text).join()).not.toContain('nobody said')
  })

  it('sorts lines and drops lines without text', async () => {
    setFault({ kind: 'disorder' })
    expect((await transcribe()).segments.map(({ text }) => text)).toEqual(sentences)
    clearFault()
    setFault({ kind: 'blank' })
    expect((await transcribe()).segments.map(({ text }) => text)).toEqual(sentences)
  })

  it('removes repetitions of a recogniser that is caught in a loop', async () => {
    setFault({ kind: 'loop' })
    expect((await transcribe()).segments.map(({ text }) => text)).toEqual(sentences)
  })
}

function wavOf(bytes: number): Uint8Array {
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF', 0)
  wav.write('WAVEfmt ', 8)
  return new Uint8Array(wav)
}
