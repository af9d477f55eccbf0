import type { Bitrate } from '../mp3/encoder.ts'
import type { Chapter } from '../mp3/id3.ts'
import type { SpokenSentence } from '../spoken-sentence.ts'
import { startThreads } from '../threads.ts'
import { type MasterJob, type MasterResult, OUTPUT_RATE } from './master.ts'
import type { Script } from './script.ts'
import { buildTimeline, type LineTiming, type Pauses } from './timeline.ts'

export type Audio = {
  mp3: Uint8Array<ArrayBuffer>
  durationMs: number
  sampleRate: 48_000
  /** Integrated loudness of the mono mix before encoding; −Infinity for silence. */
  loudnessLufs: number
  timings: LineTiming[]
  chapters: Chapter[]
}

export type AssemblyOptions = {
  /** Default 64, the lowest rate at which the built-in voice sounds clear. */
  bitrateKbps?: Bitrate
  /** Default −19, which in mono is as loud as −16 in stereo, the level of podcasts. */
  targetLufs?: number
  pauses?: Pauses
  signal?: AbortSignal
}

/**
 * Joins spoken sentences into one MP3 of even loudness with tags and chapters, and returns the timings of all lines and words.
 * Sentences may differ in voice, sample rate and channel count (1 or 2).
 * Runs in a worker thread. The samples are transferred to it, so `pcm` of every sentence is empty afterwards.
 * Deterministic: the same input gives the same bytes. Rejects with the signal's reason when aborted.
 */
export async function assembleAudio(script: Script<SpokenSentence>, options: AssemblyOptions = {}): Promise<Audio> {
  const { bitrateKbps = 64, targetLufs = -19, pauses, signal } = options
  const { clips, length, timings, chapters } = buildTimeline(script, OUTPUT_RATE, pauses)
  const { title, artist, album, picture } = script

  const threads = startThreads<MasterJob, MasterResult>(new URL('./master-thread.ts', import.meta.url), 1)
  try {
    const { mp3, loudnessLufs } = await threads.run(
      { clips, length, bitrateKbps, targetLufs, tags: { title, artist, album, picture }, chapters },
      { signal, transfer: [...new Set(clips.map(clip => clip.pcm.buffer))] },
    )
    const durationMs = Math.round((length * 1000) / OUTPUT_RATE)
    return { mp3, durationMs, sampleRate: OUTPUT_RATE, loudnessLufs, timings, chapters }
  } finally {
    await threads.close()
  }
}
