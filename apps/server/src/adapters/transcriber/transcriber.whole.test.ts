import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { beeps, ffmpegPath, ffmpegSkipNote, hasFfmpeg } from '../../../test/audio-files.ts'
import { extent } from '../../../test/extent.ts'
import { ffmpegAt } from './ffmpeg.ts'
import { createTranscriber } from './transcriber.ts'

const neverAborted = new AbortController().signal
const mb = 2 ** 20

/** The audio is ten minutes shorter than this. */
const audioHours = extent(12, 3)

describe.skipIf(!hasFfmpeg)(`transcribing hours of audio${ffmpegSkipNote}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-half-a-day-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Concatenated MP3 files are a valid MP3 file. */
  const hours = (count: number) => ({
    name: `${count} hours`,
    async download(file: string) {
      const tenMinutes = beeps(600)
      await writeFile(file, Buffer.concat(Array.from({ length: count * 6 }, () => tenMinutes)))
    },
  })
  const transcriber = createTranscriber({
    recogniser: {
      id: 'x',
      format: 'mp3',
      transcribe: async ({ lengthMs }) => ({
        language: 'en',
        segments: [{ startMs: 0, endMs: lengthMs, text: 'So it goes on.' }],
      }),
    },
    ffmpeg: ffmpegAt(ffmpegPath),
    folder,
    parallel: 2,
  })

  it(`transcribes ${audioHours} hours of audio with one piece in memory at a time`, async () => {
    const startedAt = performance.now()
    beeps(600)
    const before = process.memoryUsage().rss
    let maxAboveIdle = 0
    const watch = setInterval(() => {
      maxAboveIdle = Math.max(maxAboveIdle, process.memoryUsage().rss - before)
    }, 100)
    const transcript = await transcriber.transcribe(hours(audioHours - 0.1), {
      signal: neverAborted,
      onProgress: () => {},
    })
    clearInterval(watch)
    console.log(
      `${audioHours - 0.1} h of audio: ${Math.round((performance.now() - startedAt) / 1000)} s, ${transcript.passages.length} pieces, ${Math.round(maxAboveIdle / mb)} MB above idle`,
    )
    expect(transcript.durationMs / 3_600_000).toBeCloseTo(audioHours - 1 / 6, 1)
    expect(transcript.passages.length).toBeLessThan((audioHours * 80) / 12)
    // Includes the 170 MB of audio that this test builds in memory.
    expect(maxAboveIdle / mb).toBeLessThan(450)
  })

  // Fails only after twelve hours have been cut, which takes as long as transcribing them.
  it.runIf(extent(1, 0))('rejects thirteen hours of audio as too long [ASVS 5.2.1]', async () => {
    const transcription = transcriber.transcribe(hours(13), { signal: neverAborted, onProgress: () => {} })
    await expect(transcription).rejects.toMatchObject({ code: 'too_long', retryable: false })
  })
})
