import { createVoice, type FliteVoice } from '@recaps/speech'
import type { Reader } from './reader.ts'

const names: Record<FliteVoice, string> = {
  rms: 'Built-in voice, deeper',
  slt: 'Built-in voice, higher',
}

/** The built-in voices, the preferred one first: they speak in worker threads, and need no key and no network. */
export function builtInReaders({ preferred, threads }: { preferred: FliteVoice; threads: number }): {
  readers: [Reader, ...Reader[]]
  close(): Promise<void>
} {
  const other = preferred === 'rms' ? 'slt' : 'rms'
  const readerOf = (id: FliteVoice) => {
    const voice = createVoice({ voice: id, workers: threads })
    return { offered: { id, name: names[id], provider: 'built-in' as const, key: voice.id }, voice }
  }
  const readers = [readerOf(preferred), readerOf(other)] as const
  return {
    readers: [...readers],
    async close() {
      await Promise.all(readers.map(({ voice }) => voice.close()))
    },
  }
}
