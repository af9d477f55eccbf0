import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { UploadBuffer } from '../../ports/upload-buffer.ts'

/** Buffers in a folder of its own, because the temporary folder of the system may be in memory. */
export function diskUploadBuffer(folder: string): UploadBuffer {
  return {
    async write(content) {
      const bufferFile = path.join(folder, randomUUID())
      const hash = createHash('sha256')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(bufferFile, 'wx', 0o600)
      try {
        for await (const chunk of content) {
          hash.update(chunk)
          await file.write(chunk)
        }
      } catch (error) {
        await rm(bufferFile, { force: true })
        throw error
      } finally {
        await file.close()
      }
      return {
        hash: hash.digest('hex'),
        stream: () => createReadStream(bufferFile),
        remove: () => rm(bufferFile, { force: true }),
      }
    },
    async sweep(before) {
      for (const name of await readdir(folder).catch(() => [])) {
        const bufferFile = path.join(folder, name)
        const { mtimeMs } = await stat(bufferFile).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs < before.getTime()) await rm(bufferFile, { force: true })
      }
    },
  }
}
