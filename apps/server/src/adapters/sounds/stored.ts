import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ProviderError } from '../../errors.ts'
import type { AudioSource } from '../../ports/audio-source.ts'
import type { Storage } from '../../ports/storage.ts'

/** Audio that a user uploaded. The id is its storage name. */
export const storedAudio = (storage: Storage): AudioSource => ({
  async download(name, file, { signal }) {
    const stored = await storage.open(name)
    if (!stored)
      throw new ProviderError({
        provider: 'storage',
        code: 'sound_unreadable',
        retryable: false,
        detail: 'the uploaded audio is no longer stored',
      })
    await pipeline(Readable.fromWeb(stored.stream as never), createWriteStream(file), { signal })
  },
})
