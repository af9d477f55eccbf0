import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { HeardPiece } from './answer.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { type HeardStore, heardStore } from './heard-store.ts'
import { join } from './joining.ts'
import { type Piece, piecesOf, readPlan } from './pieces.ts'
import type { Recogniser } from './recogniser.ts'

export interface TranscriberConfig {
  recogniser: Recogniser
  ffmpeg: Ffmpeg
  /** For pieces of sound and what was heard in them. */
  folder: string
  /** How many pieces are in hand at the recogniser, whatever the number of jobs. */
  parallel: number
}

/** Cuts a sound into pieces, has each heard, and puts the words behind each other. */
export function pieceByPiece({ recogniser, ffmpeg, folder, parallel }: TranscriberConfig): Transcriber {
  const store = heardStore(path.join(folder, 'heard'))
  const inTurn = turns(parallel)
  const alone = oneByOne()
  const folderOf = (name: string) =>
    path.join(folder, 'pieces', createHash('sha256').update(name).digest('hex').slice(0, 32))

  return {
    id: recogniser.id,

    transcribe: (sound, { signal, beforeCall, onProgress }) =>
      alone(sound.name, async () => {
        const place = folderOf(sound.name)
        const pieces = await piecesOf(sound, { folder: place, ffmpeg, form: recogniser.form, signal })
        const failed = new AbortController()
        const stop = AbortSignal.any([signal, failed.signal])
        let done = 0
        onProgress(done, pieces.length)
        const hearOne = (piece: Piece) =>
          inTurn(stop, async () => {
            const heard = await hear(piece, place, { store, recogniser, beforeCall, signal: stop })
            onProgress(++done, pieces.length)
            return { ...heard, startMs: piece.startMs, overlapMs: piece.overlapMs }
          })
        try {
          const heard = await Promise.all(pieces.map(hearOne))
          return { language: languageOf(heard), passages: await join(heard), durationMs: endOf(pieces) }
        } catch (error) {
          failed.abort(error)
          throw error
        }
      }),

    forget: name =>
      alone(name, async () => {
        const place = folderOf(name)
        for (const { hash } of (await readPlan(place, recogniser.form)) ?? []) await store.delete(hash, recogniser.id)
        await rm(place, { recursive: true, force: true })
      }),
  }
}

async function hear(
  { file, hash, lengthMs }: Piece,
  folder: string,
  {
    store,
    recogniser,
    beforeCall,
    signal,
  }: { store: HeardStore; recogniser: Recogniser; beforeCall: (() => Promise<void>) | undefined; signal: AbortSignal },
): Promise<HeardPiece> {
  const known = await store.get(hash, recogniser.id)
  if (known) return known
  // Another piece may have failed while this one was looked for.
  signal.throwIfAborted()
  await beforeCall?.()
  const heard = await recogniser.hear({ bytes: await readFile(path.join(folder, file)), lengthMs }, { signal })
  await store.put(hash, recogniser.id, heard)
  return heard
}

const endOf = (pieces: readonly Piece[]): number => {
  const last = pieces.at(-1)
  return last ? last.startMs + last.lengthMs : 0
}

/** That in which most is said. */
function languageOf(heard: readonly HeardPiece[]): string {
  const said = new Map<string, number>()
  for (const { language, segments } of heard) said.set(language, (said.get(language) ?? 0) + segments.length)
  return [...said].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'und'
}

/** Lets so many tasks run at a time; the others wait in the order in which they came, or leave by their signal. */
function turns(count: number) {
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

/** Runs what is done about the same thing one after the other. */
function oneByOne() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(task, task)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
