import type { Stats } from 'node:fs'
import { constants, copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { Engines } from '../compose-adapters.ts'
import { ProviderError } from '../errors.ts'
import type { Sound } from '../ports/transcriber.ts'
import type { ReadTranscript } from '../ports/transcripts.ts'
import type { ProgressBar } from './progress-bar.ts'

/** A file of this machine, under a name that is another once it has changed. */
export const recordingOf = (file: string, { size, mtimeMs }: Stats): Sound => ({
  name: `file ${path.resolve(file)} ${size} ${mtimeMs}`,
  bring: (copy, { signal }) => {
    signal.throwIfAborted()
    return copyFile(file, copy, constants.COPYFILE_FICLONE)
  },
})

/** What is said in a recording. What was transcribed before Ctrl-C is there when the command is run again. */
export async function transcribeRecording(
  sound: Sound,
  { transcriber, transcripts }: Pick<Engines, 'transcriber' | 'transcripts'>,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<ReadTranscript> {
  if (!transcriber) throw new ProviderError({ provider: 'stt', code: 'no_captions', retryable: false })
  bar.show('Transcribing')
  try {
    const heard = await transcriber.transcribe(sound, {
      signal,
      onProgress: (done, total) => bar.show('Transcribing', done, total),
    })
    const transcript = await transcripts.pack(heard, { signal })
    await transcriber.forget(sound.name)
    return transcript
  } catch (error) {
    const isFinal = error instanceof ProviderError && !error.retryable && !signal.aborted
    if (isFinal) await transcriber.forget(sound.name)
    throw error
  }
}
