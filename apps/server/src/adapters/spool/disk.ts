import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Spool } from '../../ports/spool.ts'

/** Files in a folder of their own. Not in that of the system, which may be memory. */
export function diskSpool(folder: string): Spool {
  return {
    async take(arriving) {
      const place = path.join(folder, randomUUID())
      const hash = createHash('sha256')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(place, 'wx', 0o600)
      try {
        for await (const chunk of arriving) {
          hash.update(chunk)
          await file.write(chunk)
        }
      } catch (error) {
        await rm(place, { force: true })
        throw error
      } finally {
        await file.close()
      }
      return {
        hash: hash.digest('hex'),
        stream: () => createReadStream(place),
        remove: () => rm(place, { force: true }),
      }
    },
    async sweep(before) {
      for (const name of await readdir(folder).catch(() => [])) {
        const place = path.join(folder, name)
        const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs < before.getTime()) await rm(place, { force: true })
      }
    },
  }
}
