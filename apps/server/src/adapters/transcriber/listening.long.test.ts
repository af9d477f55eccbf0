import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beeps, ffmpegPath, hasFfmpeg, inForm, noise, whereFfmpegIs } from '../../../test/sound-files.ts'
import { movableClock } from '../../../test/start-server.ts'
import { ProviderError } from '../../errors.ts'
import { ffmpegAt } from './ffmpeg.ts'
import { pruneHearing } from './heard-store.ts'
import type { Recogniser } from './recogniser.ts'
import { pieceByPiece } from './transcriber.ts'

const ffmpeg = ffmpegAt(ffmpegPath)
const never = new AbortController().signal
const onProgress = () => {}

describe.skipIf(!hasFfmpeg)(`a sound that is listened to${whereFfmpegIs}`, () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-hearing-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const sound = (bytes: Uint8Array, brought = { times: 0 }) => ({
    name: 'talk',
    async bring(file: string) {
      brought.times++
      await writeFile(file, bytes)
    },
  })
  const asked: number[] = []
  const recogniser = (hear: Recogniser['hear'], form: 'mp3' | 'wav' = 'wav'): Recogniser => ({
    id: `test/${form}`,
    form,
    hear,
  })
  const open = (ear: Recogniser, parallel = 1) => pieceByPiece({ recogniser: ear, ffmpeg, folder, parallel })
  const lengthOf: Recogniser['hear'] = async ({ lengthMs }) => {
    asked.push(lengthMs)
    return {
      language: 'en',
      segments: [{ startMs: 0, endMs: lengthMs, text: `${Math.round(lengthMs / 60_000)} minutes` }],
    }
  }
  beforeEach(() => void asked.splice(0))

  it.each(['mp3', 'm4a', 'ogg', 'opus', 'webm', 'wav', 'flac', 'aac'])('may be %s', async form => {
    const heard = await open(recogniser(lengthOf)).transcribe(sound(inForm(form, beeps(3))), {
      signal: never,
      onProgress,
    })
    expect(Math.abs(heard.durationMs - 3000)).toBeLessThan(250)
  })

  it('comes in pieces of which the first word of each is where it was said', async () => {
    const told: number[][] = []
    const heard = await open(recogniser(lengthOf)).transcribe(sound(beeps(1_500)), {
      signal: never,
      onProgress: (...progress) => void told.push(progress),
    })
    expect(told).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(asked.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(1_499_000)
    const starts = heard.passages.map(([first]) => first!.startMs)
    expect(starts).toEqual([0, asked[0], asked[0]! + asked[1]!])
    // Cut in the silence between two beeps.
    for (const ms of starts.slice(1)) expect(ms % 1000).toBeGreaterThan(500)
  })

  it('overlaps by two seconds where nobody is silent', async () => {
    await open(recogniser(lengthOf)).transcribe(sound(noise(700)), { signal: never, onProgress })
    expect(asked.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(701_900)
  })

  it('is sent as it is understood: 16 kHz mono, MP3 of 32 kbit/s, or WAV', async () => {
    const sizes: Record<string, number> = {}
    for (const form of ['mp3', 'wav'] as const) {
      const ear = recogniser(async ({ bytes }) => {
        sizes[form] = bytes.byteLength
        return { language: 'en', segments: [] }
      }, form)
      await open(ear).transcribe({ ...sound(inForm('flac', beeps(10))), name: form }, { signal: never, onProgress })
    }
    expect(sizes.mp3! / 10).toBeCloseTo(4_000, -3)
    expect(sizes.wav! / 10).toBeCloseTo(32_000, -3)
  })

  it('is brought and cut once, and each piece is heard once, however often it fails on the way', async () => {
    const brought = { times: 0 }
    const talk = sound(beeps(1_500), brought)
    let tries = 0
    const breaking = recogniser(async (piece, options) => {
      if (++tries === 2 || tries === 4)
        throw new ProviderError({ provider: 'x', code: 'transcription_failed', retryable: true })
      return await lengthOf(piece, options)
    })
    const listen = () => open(breaking).transcribe(talk, { signal: never, onProgress })
    await expect(listen()).rejects.toMatchObject({ code: 'transcription_failed' })
    await expect(listen()).rejects.toMatchObject({ code: 'transcription_failed' })
    const heard = await listen()
    expect(heard.passages).toHaveLength(3)
    expect([brought.times, asked.length, tries]).toEqual([1, 3, 5])
  })

  it('is heard by so many at a time as are allowed, in all jobs together', async () => {
    let [now, most] = [0, 0]
    const ear = recogniser(async (piece, options) => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setTimeout(resolve, 50))
      now--
      return await lengthOf(piece, options)
    })
    const transcriber = open(ear, 2)
    const jobs = [beeps(1_500), beeps(700, 500)].map((bytes, at) =>
      transcriber.transcribe({ ...sound(bytes), name: `talk ${at}` }, { signal: never, onProgress }),
    )
    await Promise.all(jobs)
    expect([most, asked.length]).toEqual([2, 5])
  })

  it('leaves nothing behind when it is forgotten, and nothing for ever when it is not', async () => {
    const transcriber = open(recogniser(lengthOf))
    await transcriber.transcribe(sound(beeps(5)), { signal: never, onProgress })
    expect(readdirSync(path.join(folder, 'heard'))).toHaveLength(1)
    await transcriber.forget('talk')
    expect([readdirSync(path.join(folder, 'heard')), readdirSync(path.join(folder, 'pieces'))]).toEqual([[], []])
    await transcriber.transcribe(sound(beeps(5)), { signal: never, onProgress })
    const clock = movableClock()
    clock.advance(2 * 24 * 3600_000)
    await pruneHearing(folder, clock)
    expect(readdirSync(path.join(folder, 'pieces'))).toHaveLength(1)
    clock.advance(2 * 24 * 3600_000)
    await pruneHearing(folder, clock)
    expect([readdirSync(path.join(folder, 'heard')), readdirSync(path.join(folder, 'pieces'))]).toEqual([[], []])
  })

  it('ends at once when the caller does, wherever it is', async () => {
    for (const at of ['bring', 'decode', 'hear']) {
      const stop = new AbortController()
      const end = () => stop.abort(new Error('enough'))
      const ear = recogniser(async (_, { signal }) => {
        if (at === 'hear') end()
        signal.throwIfAborted()
        return { language: 'en', segments: [] }
      })
      const talk = {
        name: at,
        async bring(file: string) {
          await writeFile(file, beeps(1_500))
          if (at === 'bring') end()
          if (at === 'decode') setTimeout(end, 100)
        },
      }
      await expect(open(ear).transcribe(talk, { signal: stop.signal, onProgress })).rejects.toThrow('enough')
    }
  })

  it('that breaks off is heard as far as it goes', async () => {
    const whole = inForm('mp3', beeps(30))
    const heard = await open(recogniser(lengthOf)).transcribe(sound(whole.subarray(0, whole.length / 2)), {
      signal: never,
      onProgress,
    })
    expect(heard.durationMs).toBeGreaterThan(13_000)
    expect(heard.durationMs).toBeLessThan(17_000)
  })

  const secret = path.join(tmpdir(), 'recaps-secret.wav')
  it.each([
    [
      'a playlist',
      () => Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://${secret}\n#EXT-X-ENDLIST\n`),
    ],
    ['a list of files', () => Buffer.from(`ffconcat version 1.0\nfile '${secret}'\n`)],
    ['an address', () => Buffer.from('http://127.0.0.1:9/a.mp3')],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing', () => Buffer.alloc(0)],
    ['a page', () => Buffer.from('<!doctype html><audio src="/a.mp3">')],
  ])('is not %s, and nothing that such a file names is read [ASVS 5.2.2]', async (_, bytes) => {
    writeFileSync(secret, inForm('wav', beeps(2)))
    const listening = open(recogniser(lengthOf)).transcribe(sound(bytes()), { signal: never, onProgress })
    await expect(listening).rejects.toMatchObject({ code: 'sound_unreadable', retryable: false })
    expect(asked).toEqual([])
    rmSync(secret)
  })

  it('says so when there is no ffmpeg', async () => {
    const without = pieceByPiece({
      recogniser: recogniser(lengthOf),
      ffmpeg: ffmpegAt('/none/ffmpeg'),
      folder,
      parallel: 1,
    })
    await expect(without.transcribe(sound(beeps(1)), { signal: never, onProgress })).rejects.toMatchObject({
      code: 'transcription_failed',
      retryable: false,
    })
  })
})
