import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beeps, convertAudio, ffmpegPath, ffmpegSkipNote, hasFfmpeg, noise } from '../../../test/audio-files.ts'
import { movableClock } from '../../../test/start-server.ts'
import { ProviderError } from '../../errors.ts'
import { ffmpegAt } from './ffmpeg.ts'
import { pruneTranscriptions } from './piece-transcript-store.ts'
import type { Recogniser } from './recogniser.ts'
import { createTranscriber } from './transcriber.ts'

const ffmpeg = ffmpegAt(ffmpegPath)
const neverAborted = new AbortController().signal
const onProgress = () => {}

describe.skipIf(!hasFfmpeg)(`audio transcription${ffmpegSkipNote}`, () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-hearing-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const audioOf = (bytes: Uint8Array, fetched = { times: 0 }) => ({
    name: 'talk',
    async download(file: string) {
      fetched.times++
      await writeFile(file, bytes)
    },
  })
  /** Lengths of the transcribed pieces. */
  const pieceLengths: number[] = []
  const recogniserWith = (transcribe: Recogniser['transcribe'], format: 'mp3' | 'wav' = 'wav'): Recogniser => ({
    id: `test/${format}`,
    format,
    transcribe,
  })
  const open = (recogniser: Recogniser, parallel = 1) => createTranscriber({ recogniser, ffmpeg, folder, parallel })
  const transcribeLength: Recogniser['transcribe'] = async ({ lengthMs }) => {
    pieceLengths.push(lengthMs)
    return {
      language: 'en',
      segments: [{ startMs: 0, endMs: lengthMs, text: `${Math.round(lengthMs / 60_000)} minutes` }],
    }
  }
  beforeEach(() => void pieceLengths.splice(0))

  it.each(['mp3', 'm4a', 'ogg', 'opus', 'webm', 'wav', 'flac', 'aac'])('transcribes %s audio', async format => {
    const transcript = await open(recogniserWith(transcribeLength)).transcribe(
      audioOf(convertAudio(format, beeps(3))),
      {
        signal: neverAborted,
        onProgress,
      },
    )
    expect(Math.abs(transcript.durationMs - 3000)).toBeLessThan(250)
  })

  it('cuts audio into pieces in silence and keeps the start time of each piece', async () => {
    const progress: number[][] = []
    const transcript = await open(recogniserWith(transcribeLength)).transcribe(audioOf(beeps(1_500)), {
      signal: neverAborted,
      onProgress: (...step) => void progress.push(step),
    })
    expect(progress).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(pieceLengths.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(1_499_000)
    const starts = transcript.passages.map(([first]) => first!.startMs)
    expect(starts).toEqual([0, pieceLengths[0], pieceLengths[0]! + pieceLengths[1]!])
    // Each second has half a second of tone and then half a second of silence.
    for (const ms of starts.slice(1)) expect(ms % 1000).toBeGreaterThan(500)
  })

  it('overlaps pieces by two seconds if the audio has no silence', async () => {
    await open(recogniserWith(transcribeLength)).transcribe(audioOf(noise(700)), { signal: neverAborted, onProgress })
    expect(pieceLengths.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(701_900)
  })

  it('sends pieces to the recogniser as 16 kHz mono, in MP3 with 32 kbit/s or in WAV', async () => {
    const sizes: Record<string, number> = {}
    for (const format of ['mp3', 'wav'] as const) {
      const recogniser = recogniserWith(async ({ bytes }) => {
        sizes[format] = bytes.byteLength
        return { language: 'en', segments: [] }
      }, format)
      await open(recogniser).transcribe(
        { ...audioOf(convertAudio('flac', beeps(10))), name: format },
        { signal: neverAborted, onProgress },
      )
    }
    expect(sizes.mp3! / 10).toBeCloseTo(4_000, -3)
    expect(sizes.wav! / 10).toBeCloseTo(32_000, -3)
  })

  it('fetches and cuts audio once and transcribes each piece once, despite failures in between', async () => {
    const fetched = { times: 0 }
    const talk = audioOf(beeps(1_500), fetched)
    let tries = 0
    const failingTwice = recogniserWith(async (piece, options) => {
      if (++tries === 2 || tries === 4)
        throw new ProviderError({ provider: 'x', code: 'transcription_failed', retryable: true })
      return await transcribeLength(piece, options)
    })
    const transcribe = () => open(failingTwice).transcribe(talk, { signal: neverAborted, onProgress })
    await expect(transcribe()).rejects.toMatchObject({ code: 'transcription_failed' })
    await expect(transcribe()).rejects.toMatchObject({ code: 'transcription_failed' })
    const transcript = await transcribe()
    expect(transcript.passages).toHaveLength(3)
    expect([fetched.times, pieceLengths.length, tries]).toEqual([1, 3, 5])
  })

  it('limits how many pieces are transcribed in parallel across all jobs', async () => {
    let [running, maxRunning] = [0, 0]
    const recogniser = recogniserWith(async (piece, options) => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise(resolve => setTimeout(resolve, 50))
      running--
      return await transcribeLength(piece, options)
    })
    const transcriber = open(recogniser, 2)
    const jobs = [beeps(1_500), beeps(700, 500)].map((bytes, index) =>
      transcriber.transcribe({ ...audioOf(bytes), name: `talk ${index}` }, { signal: neverAborted, onProgress }),
    )
    await Promise.all(jobs)
    expect([maxRunning, pieceLengths.length]).toEqual([2, 5])
  })

  it('deletes pieces and transcripts on request, or else after three days', async () => {
    const transcriber = open(recogniserWith(transcribeLength))
    await transcriber.transcribe(audioOf(beeps(5)), { signal: neverAborted, onProgress })
    expect(readdirSync(path.join(folder, 'heard'))).toHaveLength(1)
    await transcriber.deleteIntermediateFiles('talk')
    expect([readdirSync(path.join(folder, 'heard')), readdirSync(path.join(folder, 'pieces'))]).toEqual([[], []])
    await transcriber.transcribe(audioOf(beeps(5)), { signal: neverAborted, onProgress })
    const clock = movableClock()
    clock.advance(2 * 24 * 3600_000)
    await pruneTranscriptions(folder, clock)
    expect(readdirSync(path.join(folder, 'pieces'))).toHaveLength(1)
    clock.advance(2 * 24 * 3600_000)
    await pruneTranscriptions(folder, clock)
    expect([readdirSync(path.join(folder, 'heard')), readdirSync(path.join(folder, 'pieces'))]).toEqual([[], []])
  })

  it('stops a transcription when the caller aborts while fetching, decoding or transcribing', async () => {
    for (const phase of ['fetch', 'decode', 'transcribe']) {
      const stop = new AbortController()
      const abort = () => stop.abort(new Error('enough'))
      const recogniser = recogniserWith(async (_, { signal }) => {
        if (phase === 'transcribe') abort()
        signal.throwIfAborted()
        return { language: 'en', segments: [] }
      })
      const talk = {
        name: phase,
        async download(file: string) {
          await writeFile(file, beeps(1_500))
          if (phase === 'fetch') abort()
          if (phase === 'decode') setTimeout(abort, 100)
        },
      }
      await expect(open(recogniser).transcribe(talk, { signal: stop.signal, onProgress })).rejects.toThrow('enough')
    }
  })

  it('transcribes the existing part of a truncated file', async () => {
    const complete = convertAudio('mp3', beeps(30))
    const transcript = await open(recogniserWith(transcribeLength)).transcribe(
      audioOf(complete.subarray(0, complete.length / 2)),
      {
        signal: neverAborted,
        onProgress,
      },
    )
    expect(transcript.durationMs).toBeGreaterThan(13_000)
    expect(transcript.durationMs).toBeLessThan(17_000)
  })

  const secret = path.join(tmpdir(), 'recaps-secret.wav')
  it.each([
    [
      'a playlist',
      () => Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://${secret}\n#EXT-X-ENDLIST\n`),
    ],
    ['a list of files for ffmpeg', () => Buffer.from(`ffconcat version 1.0\nfile '${secret}'\n`)],
    ['a URL', () => Buffer.from('http://127.0.0.1:9/a.mp3')],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an empty file', () => Buffer.alloc(0)],
    ['an HTML page', () => Buffer.from('<!doctype html><audio src="/a.mp3">')],
  ])('rejects %s as audio, and reads no file that it refers to [ASVS 5.2.2]', async (_, bytes) => {
    writeFileSync(secret, convertAudio('wav', beeps(2)))
    const transcription = open(recogniserWith(transcribeLength)).transcribe(audioOf(bytes()), {
      signal: neverAborted,
      onProgress,
    })
    await expect(transcription).rejects.toMatchObject({ code: 'sound_unreadable', retryable: false })
    expect(pieceLengths).toEqual([])
    rmSync(secret)
  })

  it('reports a permanent transcription failure when ffmpeg is missing', async () => {
    const withoutFfmpeg = createTranscriber({
      recogniser: recogniserWith(transcribeLength),
      ffmpeg: ffmpegAt('/none/ffmpeg'),
      folder,
      parallel: 1,
    })
    await expect(
      withoutFfmpeg.transcribe(audioOf(beeps(1)), { signal: neverAborted, onProgress }),
    ).rejects.toMatchObject({
      code: 'transcription_failed',
      retryable: false,
    })
  })
})
