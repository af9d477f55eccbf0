import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { extent } from '../../../test/extent.ts'
import { beeps, ffmpegPath, hasFfmpeg, whereFfmpegIs } from '../../../test/sound-files.ts'
import { ffmpegAt } from './ffmpeg.ts'
import { pieceByPiece } from './transcriber.ts'

const never = new AbortController().signal
const mb = 2 ** 20

/** Whole hours: the last one begun is shorter by ten minutes. */
const heardHours = extent(12, 3)

describe.skipIf(!hasFfmpeg)(`hours of sound${whereFfmpegIs}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-half-a-day-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** MP3 files behind each other are an MP3 file. */
  const hours = (count: number) => ({
    name: `${count} hours`,
    async bring(file: string) {
      const tenMinutes = beeps(600)
      await writeFile(file, Buffer.concat(Array.from({ length: count * 6 }, () => tenMinutes)))
    },
  })
  const transcriber = pieceByPiece({
    recogniser: {
      id: 'x',
      form: 'mp3',
      hear: async ({ lengthMs }) => ({
        language: 'en',
        segments: [{ startMs: 0, endMs: lengthMs, text: 'So it goes on.' }],
      }),
    },
    ffmpeg: ffmpegAt(ffmpegPath),
    folder,
    parallel: 2,
  })

  it(`are cut and heard, a piece in memory at a time: ${heardHours}`, async () => {
    const startedAt = performance.now()
    beeps(600)
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before)
    }, 100)
    const heard = await transcriber.transcribe(hours(heardHours - 0.1), { signal: never, onProgress: () => {} })
    clearInterval(watch)
    console.log(
      `${heardHours - 0.1} h of sound: ${Math.round((performance.now() - startedAt) / 1000)} s, ${heard.passages.length} pieces, ${Math.round(most / mb)} MB above idle`,
    )
    expect(heard.durationMs / 3_600_000).toBeCloseTo(heardHours - 1 / 6, 1)
    expect(heard.passages.length).toBeLessThan((heardHours * 80) / 12)
    // The 170 MB that the sound is made of here among them.
    expect(most / mb).toBeLessThan(450)
  })

  // Known when twelve hours have been cut, which takes as long as hearing them.
  it.runIf(extent(1, 0))('are too many when they are thirteen [ASVS 5.2.1]', async () => {
    const listening = transcriber.transcribe(hours(13), { signal: never, onProgress: () => {} })
    await expect(listening).rejects.toMatchObject({ code: 'too_long', retryable: false })
  })
})
