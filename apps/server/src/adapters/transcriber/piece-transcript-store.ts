import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../ports/clock.ts'
import type { PieceTranscript } from './parse-transcript.ts'

/** Transcripts of pieces, by the hash of their samples and the recogniser, so that no piece is transcribed, or paid for, twice. */
export interface PieceTranscriptStore {
  get(hash: string, recogniser: string): Promise<PieceTranscript | undefined>
  put(hash: string, recogniser: string, transcript: PieceTranscript): Promise<void>
  /** Recordings may be private, so transcripts are stored no longer than needed. */
  delete(hash: string, recogniser: string): Promise<void>
}

/** Caches on disk. Disk errors are ignored: the piece is transcribed again. */
export function pieceTranscriptStore(folder: string): PieceTranscriptStore {
  const pathOf = (hash: string, recogniser: string) =>
    path.join(folder, `${createHash('sha256').update(`${hash}|${recogniser}`).digest('hex')}.json`)
  return {
    async get(hash, recogniser) {
      try {
        return JSON.parse(await readFile(pathOf(hash, recogniser), 'utf8')) as PieceTranscript
      } catch {
        return undefined
      }
    },
    async put(hash, recogniser, transcript) {
      const draft = `${pathOf(hash, recogniser)}.${randomUUID()}.part`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, JSON.stringify(transcript))
        await rename(draft, pathOf(hash, recogniser))
      } catch {
        await rm(draft, { force: true }).catch(() => {})
      }
    },
    delete: (hash, recogniser) => rm(pathOf(hash, recogniser), { force: true }),
  }
}

/** Transcribing twelve hours may take a day, and the job may be postponed for longer. */
const maxAgeMs = 3 * 24 * 3600 * 1000

/** Removes transcripts and pieces that are too old to be reused by a job. */
export async function pruneTranscriptions(folder: string, clock: Clock): Promise<void> {
  const cutoffMs = clock.now().getTime() - maxAgeMs
  for (const part of ['heard', 'pieces'])
    for (const name of await readdir(path.join(folder, part)).catch(() => [])) {
      const file = path.join(folder, part, name)
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs < cutoffMs) await rm(file, { recursive: true, force: true })
    }
}
