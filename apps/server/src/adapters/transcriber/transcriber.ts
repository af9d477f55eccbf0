import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { joinTranscripts } from './join-transcripts.ts'
import type { PieceTranscript } from './parse-transcript.ts'
import { type PieceTranscriptStore, pieceTranscriptStore } from './piece-transcript-store.ts'
import { type AudioPiece, cutIntoPieces, readPlan } from './pieces.ts'
import type { Recogniser } from './recogniser.ts'

export interface TranscriberConfig {
  recogniser: Recogniser
  ffmpeg: Ffmpeg
  /** Holds pieces of audio and their transcripts while a transcription runs. */
  folder: string
  /** Maximum number of pieces at the recogniser at a time, across all jobs. */
  parallel: number
}

/** Cuts audio into pieces, transcribes each of them, and joins the transcripts. */
export function createTranscriber({ recogniser, ffmpeg, folder, parallel }: TranscriberConfig): Transcriber {
  const store = pieceTranscriptStore(path.join(folder, 'heard'))
  const withSlot = limiter(parallel)
  const withLock = keyedLock()
  const folderOf = (name: string) =>
    path.join(folder, 'pieces', createHash('sha256').update(name).digest('hex').slice(0, 32))

  return {
    id: recogniser.id,

    transcribe: (audio, { signal, beforeCall, onProgress }) =>
      withLock(audio.name, async () => {
        const pieceFolder = folderOf(audio.name)
        const pieces = await cutIntoPieces(audio, { folder: pieceFolder, ffmpeg, format: recogniser.format, signal })
        const failed = new AbortController()
        const stop = AbortSignal.any([signal, failed.signal])
        let done = 0
        onProgress(done, pieces.length)
        const transcribeOne = (piece: AudioPiece) =>
          withSlot(stop, async () => {
            const transcript = await transcribePiece(piece, pieceFolder, {
              store,
              recogniser,
              beforeCall,
              signal: stop,
            })
            onProgress(++done, pieces.length)
            return { ...transcript, startMs: piece.startMs, overlapMs: piece.overlapMs }
          })
        try {
          const transcripts = await Promise.all(pieces.map(transcribeOne))
          return {
            language: mainLanguage(transcripts),
            passages: await joinTranscripts(transcripts),
            durationMs: durationOf(pieces),
          }
        } catch (error) {
          failed.abort(error)
          throw error
        }
      }),

    deleteIntermediateFiles: name =>
      withLock(name, async () => {
        const pieceFolder = folderOf(name)
        for (const { hash } of (await readPlan(pieceFolder, recogniser.format)) ?? [])
          await store.delete(hash, recogniser.id)
        await rm(pieceFolder, { recursive: true, force: true })
      }),
  }
}

async function transcribePiece(
  { file, hash, lengthMs }: AudioPiece,
  folder: string,
  {
    store,
    recogniser,
    beforeCall,
    signal,
  }: {
    store: PieceTranscriptStore
    recogniser: Recogniser
    beforeCall: (() => Promise<void>) | undefined
    signal: AbortSignal
  },
): Promise<PieceTranscript> {
  const stored = await store.get(hash, recogniser.id)
  if (stored) return stored
  // Another piece may have failed in the meantime.
  signal.throwIfAborted()
  await beforeCall?.()
  const transcript = await recogniser.transcribe(
    { bytes: await readFile(path.join(folder, file)), lengthMs },
    { signal },
  )
  await store.put(hash, recogniser.id, transcript)
  return transcript
}

const durationOf = (pieces: readonly AudioPiece[]): number => {
  const last = pieces.at(-1)
  return last ? last.startMs + last.lengthMs : 0
}

/** The language with the most segments. */
function mainLanguage(transcripts: readonly PieceTranscript[]): string {
  const counts = new Map<string, number>()
  for (const { language, segments } of transcripts) counts.set(language, (counts.get(language) ?? 0) + segments.length)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'und'
}

/** Runs at most `count` tasks at a time, in the order of arrival. A task whose signal is aborted while it waits is not run. */
function limiter(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Runs tasks with the same key one after the other. */
function keyedLock() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const previous = last.get(key) ?? Promise.resolve()
    const current = previous.then(task, task)
    last.set(key, current)
    try {
      return await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}
