import type { Bitrate } from '../mp3/encoder.ts'
import type { Chapter } from '../mp3/id3.ts'
import type { SpokenSentence } from '../spoken-sentence.ts'
import { startThreads } from '../threads.ts'
import { type Mastered, type MasterJob, OUTPUT_RATE } from './master.ts'
import type { Script } from './script.ts'
import { type LineTiming, layOut, type Pauses } from './timeline.ts'

export type Audio = {
  mp3: Uint8Array<ArrayBuffer>
  durationMs: number
  sampleRate: 48_000
  /** Integrated loudness of the one channel, before encoding; −Infinity where nothing is heard. */
  loudnessLufs: number
  timings: LineTiming[]
  chapters: Chapter[]
}

export type AssemblyOptions = {
  /** Speech of the built-in voice is clear from 64 on, the default. */
  bitrateKbps?: Bitrate
  /** −19 in one channel is as loud as the −16 of stereo podcasts. */
  targetLufs?: number
  pauses?: Pauses
  signal?: AbortSignal
}

/**
 * Puts spoken sentences, of any voice, sample rate and one or two channels, together: one MP3 of even loudness with tags and chapters, and the times of every line and word.
 * Works in a thread of its own. The samples are handed over to it: `pcm` of every sentence is empty afterwards.
 * The same input gives the same bytes. Rejects with the signal's reason when aborted.
 */
export async function assembleAudio(script: Script<SpokenSentence>, options: AssemblyOptions = {}): Promise<Audio> {
  const { bitrateKbps = 64, targetLufs = -19, pauses, signal } = options
  const { sounds, length, timings, chapters } = layOut(script, OUTPUT_RATE, pauses)
  const { title, artist, album, picture } = script

  const threads = startThreads<MasterJob, Mastered>(new URL('./master-thread.ts', import.meta.url), 1)
  try {
    const { mp3, loudnessLufs } = await threads.run(
      { sounds, length, bitrateKbps, targetLufs, tags: { title, artist, album, picture }, chapters },
      { signal, transfer: [...new Set(sounds.map(sound => sound.pcm.buffer))] },
    )
    const durationMs = Math.round((length * 1000) / OUTPUT_RATE)
    return { mp3, durationMs, sampleRate: OUTPUT_RATE, loudnessLufs, timings, chapters }
  } finally {
    await threads.close()
  }
}
