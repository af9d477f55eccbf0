import { isMissingInStorage } from '../../database/is-missing-in-storage.ts'
import { ProviderError } from '../../errors.ts'
import type { AudioSource } from '../../ports/audio-source.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Storage } from '../../ports/storage.ts'
import type { StepProgress } from '../../ports/summarizer.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import { enqueueStep } from './enqueue.ts'
import { type HandOverDeps, handOverTranscript, type NewTranscript } from './hand-over-transcript.ts'
import { transcribeAudio } from './job-kinds.ts'
import { isUploadId, recordingKey, uploadFolder } from './keys.ts'
import { publishRecapChange } from './recap-changes.ts'
import {
  addStepTime,
  claimTranscription,
  findTranscription,
  type RecapRow,
  saveVideoDuration,
  type TranscriptRow,
  updateClaimedRecap,
} from './recaps-repository.ts'
import type { StepDeps, StepRun } from './steps.ts'

export interface TranscriptionDeps extends StepDeps, HandOverDeps {
  transcripts: Transcripts
  storage: Storage
  /** Undefined if speech to text is not set up. */
  transcriber: Transcriber | undefined
  /** Audio of videos, by video id. */
  videoAudio: AudioSource
  /** Recordings uploaded by users, by storage key. */
  uploadedRecordings: AudioSource
}

/** When to check again while another recap of the same video is being transcribed. */
const recheckAfterMs = 15_000

/** Continues a recap without captions with its transcription, or hands over an existing transcription of the video. */
export async function continueWithTranscription(
  recap: RecapRow,
  captionsMs: number,
  deps: TranscriptionDeps,
): Promise<void> {
  const { db, queue, clock, transcriber } = deps
  const known = transcriber && (await existingTranscription(recap.video_id, transcriber.id, deps))
  if (known) {
    await handOverTranscript(recap, asFresh(known, clock), { captionsMs }, deps)
    return
  }
  await db.transaction().execute(async trx => {
    // The waiting time is not reset: if downloading the audio fails, the recap starts over with the captions.
    const change = { stage: 'transcribing', attempts: 0, done: null, total: null } as const
    if (!(await updateClaimedRecap(trx, recap, change, clock.now()))) return
    await addStepTime(trx, recap.id, { captionsMs })
    await enqueueStep(trx, queue, transcribeAudio, recap.id)
    await publishRecapChange(trx, recap.id)
  })
}

/** Transcribes a video or an uploaded recording, and hands over the transcript. */
export async function runTranscriptionStep(
  recap: RecapRow,
  run: StepRun,
  onProgress: (progress: StepProgress) => void,
  deps: TranscriptionDeps,
): Promise<void> {
  const { db, queue, clock, transcriber } = deps
  // Speech to text was set up when the step was enqueued, but no longer is.
  if (!transcriber) throw new ProviderError({ provider: 'stt', code: 'no_captions', retryable: false })
  const known = await existingTranscription(recap.video_id, transcriber.id, deps)
  if (known) {
    await handOverTranscript(recap, asFresh(known, clock), {}, deps)
    return
  }
  const isClaimed = await db.transaction().execute(async trx => {
    if (await claimTranscription(trx, recap, clock.now())) return true
    await enqueueStep(trx, queue, transcribeAudio, recap.id, recheckAfterMs)
    return false
  })
  if (!isClaimed) return
  try {
    await transcribe(recap, transcriber, run, onProgress, deps)
    await transcriber.deleteIntermediateFiles(recap.video_id)
  } catch (error) {
    const isFinal = error instanceof ProviderError && !error.retryable && !run.signal.aborted
    if (isFinal || run.lost.aborted) await transcriber.deleteIntermediateFiles(recap.video_id)
    throw error
  }
}

async function transcribe(
  recap: RecapRow,
  transcriber: Transcriber,
  { signal, beforeCall }: StepRun,
  onStepProgress: (progress: StepProgress) => void,
  deps: TranscriptionDeps,
): Promise<void> {
  const { db, clock, storage } = deps
  const startedAt = performance.now()
  const isUpload = isUploadId(recap.video_id)
  const transcription = await transcriber.transcribe(
    {
      name: recap.video_id,
      async download(file, options) {
        await downloadAudio(recap.video_id, file, options, deps)
        deps.passed('sound-brought')
      },
    },
    {
      signal,
      beforeCall,
      onProgress(done, total) {
        if (done > 0) deps.passed('piece-heard')
        onStepProgress({ stage: 'transcribing', done, total })
      },
    },
  )
  deps.passed('sound-heard')
  const { packed, ...read } = await deps.transcripts.pack(transcription, { signal })
  const name = isUpload ? `${uploadFolder(recap.video_id)}-${read.hash.slice(0, 16)}` : read.hash
  const storageKey = `transcripts/${name}.json.gz`
  await storage.put(storageKey, packed)
  deps.passed('transcript-stored')
  const hearingMs = Math.round(performance.now() - startedAt)
  const transcript = {
    video_id: recap.video_id,
    kind: read.kind,
    language: read.language,
    hash: read.hash,
    words: read.words,
    spoken_until_ms: read.spokenUntilMs,
    storage_key: storageKey,
    provider: transcriber.id,
    fetched_at: clock.now(),
  }
  if (isUpload) await saveVideoDuration(db, recap.video_id, transcription.durationMs)
  const isHandedOver = await handOverTranscript(recap, transcript, { hearingMs }, deps)
  deps.passed('transcript-saved')
  deps.metrics.stepTook('hearing', hearingMs)
  if (isHandedOver && isUpload) await storage.delete(recordingKey(recap.video_id))
}

const downloadAudio = (
  videoId: string,
  file: string,
  options: { signal: AbortSignal },
  { videoAudio, uploadedRecordings }: Pick<TranscriptionDeps, 'videoAudio' | 'uploadedRecordings'>,
): Promise<void> =>
  isUploadId(videoId)
    ? uploadedRecordings.download(recordingKey(videoId), file, options)
    : videoAudio.download(videoId, file, options)

/** An earlier transcription of the video by this transcriber, unless the storage has lost it. */
async function existingTranscription(
  videoId: string,
  transcriber: string,
  { db, storage }: Pick<TranscriptionDeps, 'db' | 'storage'>,
): Promise<TranscriptRow | undefined> {
  const known = await findTranscription(db, videoId, transcriber)
  return known && !(await isMissingInStorage(storage, known.storage_key)) ? known : undefined
}

/** Marks an existing transcription as fresh, because the speech in a video does not change. */
const asFresh = ({ id: _, missed_at: __, ...transcript }: TranscriptRow, clock: Clock): NewTranscript => ({
  ...transcript,
  fetched_at: clock.now(),
})
