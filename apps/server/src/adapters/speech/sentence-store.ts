import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SentenceCache } from '@recaps/speech'
import type { Clock } from '../../ports/clock.ts'

export interface SentenceStore extends SentenceCache {
  /** Removes sentences that are too old to be reused by a job. */
  prune(): Promise<void>
}

const maxAgeMs = 6 * 3600 * 1000

/**
 * Caches spoken sentences on disk, so that a restarted job repeats little work. Disk errors are ignored: the sentence is spoken
 * again.
 */
export function sentenceStore(folder: string, clock: Clock): SentenceStore {
  const pathOf = (key: string) => path.join(folder, key)
  return {
    async get(key) {
      return await readFile(pathOf(key)).catch(() => undefined)
    },
    async put(key, bytes) {
      // Unique, because a summary may contain the same sentence twice and write both at the same time.
      const draft = `${pathOf(key)}.${randomUUID()}.part`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, bytes)
        await rename(draft, pathOf(key))
      } catch {
        await rm(draft, { force: true }).catch(() => {})
      }
    },
    async prune() {
      const cutoffMs = clock.now().getTime() - maxAgeMs
      for (const name of await readdir(folder).catch(() => [])) {
        const file = pathOf(name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs < cutoffMs) await rm(file, { force: true })
      }
    },
  }
}
