import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SentenceCache } from '@recaps/speech'
import type { Clock } from '../../ports/clock.ts'

export interface SentenceStore extends SentenceCache {
  /** Removes what was spoken so long ago that no job can want it back. */
  prune(): Promise<void>
}

const keptForMs = 6 * 3600 * 1000

/**
 * Spoken sentences on disk, so that a job that is killed says little twice. A cache and nothing more: when the disk
 * refuses, the sentence is simply spoken again.
 */
export function sentenceStore(folder: string, clock: Clock): SentenceStore {
  const place = (key: string) => path.join(folder, key)
  return {
    async get(key) {
      return await readFile(place(key)).catch(() => undefined)
    },
    async put(key, bytes) {
      // Of its own: the same sentence may be said twice in one summary, at the same time.
      const draft = `${place(key)}.${randomUUID()}.part`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, bytes)
        await rename(draft, place(key))
      } catch {
        await rm(draft, { force: true }).catch(() => {})
      }
    },
    async prune() {
      const before = clock.now().getTime() - keptForMs
      for (const name of await readdir(folder).catch(() => [])) {
        const file = place(name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs < before) await rm(file, { force: true })
      }
    },
  }
}
