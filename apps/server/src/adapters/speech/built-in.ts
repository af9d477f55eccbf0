import { createVoice, type FliteVoice } from '@recaps/speech'
import type { Reader } from './reader.ts'

const names: Record<FliteVoice, string> = {
  rms: 'Built-in voice, deeper',
  slt: 'Built-in voice, higher',
}

/** The built-in voices run in worker threads, which start on first use. They need no key and no network. */
export type BuiltInVoices = Record<FliteVoice, ReturnType<typeof createVoice>>

export const openBuiltInVoices = ({ threads }: { threads: number }): BuiltInVoices => ({
  rms: createVoice({ voice: 'rms', workers: threads }),
  slt: createVoice({ voice: 'slt', workers: threads }),
})

export async function closeBuiltInVoices({ rms, slt }: BuiltInVoices): Promise<void> {
  await Promise.all([rms.close(), slt.close()])
}

/** Returns the preferred voice first. */
export function builtInReaders(preferred: FliteVoice, voices: BuiltInVoices): [Reader, Reader] {
  const toReader = (id: FliteVoice): Reader => ({
    offered: { id, name: names[id], provider: 'built-in', key: voices[id].id },
    voice: voices[id],
  })
  return [toReader(preferred), toReader(preferred === 'rms' ? 'slt' : 'rms')]
}
