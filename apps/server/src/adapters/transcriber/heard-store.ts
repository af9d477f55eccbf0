import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../ports/clock.ts'
import type { HeardPiece } from './answer.ts'

/** What was heard in a piece, by the hash of its sound and who heard it: nobody listens, or pays, twice. */
export interface HeardStore {
  get(hash: string, recogniser: string): Promise<HeardPiece | undefined>
  put(hash: string, recogniser: string, heard: HeardPiece): Promise<void>
  /** What is said in a recording may be private: it is kept no longer than it is needed. */
  delete(hash: string, recogniser: string): Promise<void>
}

/** On disk. A cache and nothing more: when the disk refuses, the piece is heard again. */
export function heardStore(folder: string): HeardStore {
  const place = (hash: string, recogniser: string) =>
    path.join(folder, `${createHash('sha256').update(`${hash}|${recogniser}`).digest('hex')}.json`)
  return {
    async get(hash, recogniser) {
      try {
        return JSON.parse(await readFile(place(hash, recogniser), 'utf8')) as HeardPiece
      } catch {
        return undefined
      }
    },
    async put(hash, recogniser, heard) {
      const draft = `${place(hash, recogniser)}.${randomUUID()}.part`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, JSON.stringify(heard))
        await rename(draft, place(hash, recogniser))
      } catch {
        await rm(draft, { force: true }).catch(() => {})
      }
    },
    delete: (hash, recogniser) => rm(place(hash, recogniser), { force: true }),
  }
}

/** A recording of twelve hours may be listened to for a day, and be put off for some more. */
const keptForMs = 3 * 24 * 3600 * 1000

/** Removes what was heard, and what was cut, so long ago that no job can want it back. */
export async function pruneHearing(folder: string, clock: Clock): Promise<void> {
  const before = clock.now().getTime() - keptForMs
  for (const part of ['heard', 'pieces'])
    for (const name of await readdir(path.join(folder, part)).catch(() => [])) {
      const place = path.join(folder, part, name)
      const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs < before) await rm(place, { recursive: true, force: true })
    }
}
