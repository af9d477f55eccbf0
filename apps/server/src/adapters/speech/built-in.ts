import { createVoice, type FliteVoice } from '@recaps/speech'
import type { Reader } from './reader.ts'

const names: Record<FliteVoice, string> = {
  rms: 'Built-in voice, deeper',
  slt: 'Built-in voice, higher',
}

/** The built-in voices: they speak in worker threads, which start when first needed, and need no key and no network. */
export type BuiltInVoices = Record<FliteVoice, ReturnType<typeof createVoice>>

export const openBuiltInVoices = ({ threads }: { threads: number }): BuiltInVoices => ({
  rms: createVoice({ voice: 'rms', workers: threads }),
  slt: createVoice({ voice: 'slt', workers: threads }),
})

export async function closeBuiltInVoices({ rms, slt }: BuiltInVoices): Promise<void> {
  await Promise.all([rms.close(), slt.close()])
}

/** Those who read with them, the preferred one first. */
export function builtInReaders(preferred: FliteVoice, voices: BuiltInVoices): [Reader, Reader] {
  const readerOf = (id: FliteVoice): Reader => ({
    offered: { id, name: names[id], provider: 'built-in', key: voices[id].id },
    voice: voices[id],
  })
  return [readerOf(preferred), readerOf(preferred === 'rms' ? 'slt' : 'rms')]
}
