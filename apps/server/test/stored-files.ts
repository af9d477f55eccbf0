import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Speech } from '../src/ports/speech.ts'
import { silentSpeech } from './silent-speech.ts'
import type { S3Server } from './start-s3.ts'
import type { TestServer } from './start-server.ts'

/** Direct access to the stored files of a server. */
export const accessStoredFiles = ({ server, dataDir }: TestServer, s3?: S3Server) => {
  const folder = s3?.folder ?? path.join(dataDir, 'files')
  return {
    has: (name: string) => existsSync(path.join(folder, name)),
    async delete(name: string): Promise<void> {
      // The S3 server has more than the file, such as metadata in another folder.
      if (s3) await server.services.storage.delete(name)
      else rmSync(path.join(folder, name))
    },
    /** Names in this folder, at any depth. */
    list: (prefix = ''): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .filter(name => name.startsWith(prefix))
        .sort(),
  }
}

/** Makes audio at once, with different bytes for each text. */
export const distinctSpeech: Speech = {
  ...silentSpeech,
  speak: async ({ content, title }) => ({
    mp3: Buffer.alloc(200, title + content.headline + content.sections.length),
    durationMs: 1000,
    loudness: -19,
    timings: [],
  }),
}
