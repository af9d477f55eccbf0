import type { Stats } from 'node:fs'
import { constants, copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { Engines } from '../compose-adapters.ts'
import { ProviderError } from '../errors.ts'
import type { AudioInput } from '../ports/transcriber.ts'
import type { ReadTranscript } from '../ports/transcripts.ts'
import type { ProgressBar } from './progress-bar.ts'

/** A local recording. Its name changes when the file changes, so that a saved partial transcription is not reused for another version. */
export const recordingInput = (file: string, { size, mtimeMs }: Stats): AudioInput => ({
  name: `file ${path.resolve(file)} ${size} ${mtimeMs}`,
  download: (copy, { signal }) => {
    signal.throwIfAborted()
    return copyFile(file, copy, constants.COPYFILE_FICLONE)
  },
})

/** Transcribes a recording. After Ctrl-C, the next run continues with the parts that are already transcribed. */
export async function transcribeRecording(
  recording: AudioInput,
  { transcriber, transcripts }: Pick<Engines, 'transcriber' | 'transcripts'>,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<ReadTranscript> {
  if (!transcriber) throw new ProviderError({ provider: 'stt', code: 'no_captions', retryable: false })
  bar.show('Transcribing')
  try {
    const transcription = await transcriber.transcribe(recording, {
      signal,
      onProgress: (done, total) => bar.show('Transcribing', done, total),
    })
    const transcript = await transcripts.pack(transcription, { signal })
    await transcriber.deleteIntermediateFiles(recording.name)
    return transcript
  } catch (error) {
    const isFinal = error instanceof ProviderError && !error.retryable && !signal.aborted
    if (isFinal) await transcriber.deleteIntermediateFiles(recording.name)
    throw error
  }
}
