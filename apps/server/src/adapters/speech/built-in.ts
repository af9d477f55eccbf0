import { createVoice, type FliteVoiceName } from '@recaps/speech'
import type { VoiceReader } from './create-speech.ts'

const names: Record<FliteVoiceName, string> = {
  rms: 'Built-in voice, deeper',
  slt: 'Built-in voice, higher',
}

/** The built-in voices run in worker threads, which start on first use. They need no key and no network. */
export type BuiltInVoices = Record<FliteVoiceName, ReturnType<typeof createVoice>>

export const openBuiltInVoices = ({ threads }: { threads: number }): BuiltInVoices => ({
  rms: createVoice({ voice: 'rms', workers: threads }),
  slt: createVoice({ voice: 'slt', workers: threads }),
})

export async function closeBuiltInVoices({ rms, slt }: BuiltInVoices): Promise<void> {
  await Promise.all([rms.close(), slt.close()])
}

/** Returns the preferred voice first. */
export function builtInReaders(preferred: FliteVoiceName, voices: BuiltInVoices): [VoiceReader, VoiceReader] {
  const toReader = (id: FliteVoiceName): VoiceReader => ({
    offered: { id, name: names[id], provider: 'built-in', key: voices[id].id },
    voice: voices[id],
  })
  return [toReader(preferred), toReader(preferred === 'rms' ? 'slt' : 'rms')]
}
