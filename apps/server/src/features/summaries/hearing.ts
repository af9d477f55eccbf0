import { isLost } from '../../database/is-lost.ts'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Sounds } from '../../ports/sounds.ts'
import type { Storage } from '../../ports/storage.ts'
import type { StepProgress } from '../../ports/summarizer.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import { tellChange } from './changes.ts'
import { enqueueStep } from './enqueue.ts'
import { transcribeAudio } from './job-kinds.ts'
import { folderOfUpload, isUploadId, soundOf } from './keys.ts'
import { type NewTranscript, type PassingDeps, passOn } from './passing-on.ts'
import {
  addStepTime,
  claimHearing,
  findHeardTranscript,
  moveRecap,
  type RecapRow,
  saveLength,
  type TranscriptRow,
} from './recaps-repository.ts'
import type { StepDeps, StepRun } from './steps.ts'

export interface HearingDeps extends StepDeps, PassingDeps {
  transcripts: Transcripts
  storage: Storage
  /** Undefined where speech to text is not set up. */
  transcriber: Transcriber | undefined
  /** The sound of videos, by their ids. */
  sounds: Sounds
  /** The sound that users uploaded, by the name of the stored file. */
  uploadedSounds: Sounds
}

/** Another recap of the same video is listened to just now; what it hears is there when this one looks again. */
const lookAgainAfterMs = 15_000
/** A video that has no captions is listened to, unless that was done before. */
export async function passToHearing(recap: RecapRow, captionsMs: number, deps: HearingDeps): Promise<void> {
  const { db, queue, clock, transcriber } = deps
  const known = transcriber && (await keptTranscription(recap.video_id, transcriber.id, deps))
  if (known) {
    await passOn(recap, renewed(known, clock), { captionsMs }, deps)
    return
  }
  await db.transaction().execute(async trx => {
    // How long it has waited is kept: a sound that is refused is come to by way of the captions again.
    const change = { stage: 'transcribing', attempts: 0, done: null, total: null } as const
    if (!(await moveRecap(trx, recap, change, clock.now()))) return
    await addStepTime(trx, recap.id, { captionsMs })
    await enqueueStep(trx, queue, transcribeAudio, recap.id)
    await tellChange(trx, recap.id)
  })
}

/** Listens to a video or an uploaded sound, and hands the words on as its transcript. */
export async function hearStep(
  recap: RecapRow,
  run: StepRun,
  tell: (progress: StepProgress) => void,
  deps: HearingDeps,
): Promise<void> {
  const { db, queue, clock, transcriber } = deps
  // Speech to text was set up when the step began, and is no more.
  if (!transcriber) throw new ProviderError({ provider: 'stt', code: 'no_captions', retryable: false })
  const known = await keptTranscription(recap.video_id, transcriber.id, deps)
  if (known) {
    await passOn(recap, renewed(known, clock), {}, deps)
    return
  }
  const isMine = await db.transaction().execute(async trx => {
    if (await claimHearing(trx, recap, clock.now())) return true
    await enqueueStep(trx, queue, transcribeAudio, recap.id, lookAgainAfterMs)
    return false
  })
  if (!isMine) return
  try {
    await hear(recap, transcriber, run, tell, deps)
    await transcriber.forget(recap.video_id)
  } catch (error) {
    const isOver = error instanceof ProviderError && !error.retryable && !run.signal.aborted
    if (isOver || run.lost.aborted) await transcriber.forget(recap.video_id)
    throw error
  }
}

async function hear(
  recap: RecapRow,
  transcriber: Transcriber,
  { signal, beforeCall }: StepRun,
  tell: (progress: StepProgress) => void,
  deps: HearingDeps,
): Promise<void> {
  const { db, clock, storage } = deps
  const startedAt = performance.now()
  const isUpload = isUploadId(recap.video_id)
  const heard = await transcriber.transcribe(
    {
      name: recap.video_id,
      async bring(file, options) {
        await bring(recap.video_id, file, options, deps)
        deps.passed('sound-brought')
      },
    },
    {
      signal,
      beforeCall,
      onProgress(done, total) {
        if (done > 0) deps.passed('piece-heard')
        tell({ stage: 'transcribing', done, total })
      },
    },
  )
  deps.passed('sound-heard')
  const { packed, ...read } = await deps.transcripts.pack(heard, { signal })
  const name = isUpload ? `${folderOfUpload(recap.video_id)}-${read.hash.slice(0, 16)}` : read.hash
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
  if (isUpload) await saveLength(db, recap.video_id, heard.durationMs)
  const isPassed = await passOn(recap, transcript, { hearingMs }, deps)
  deps.passed('transcript-saved')
  deps.metrics.stepTook('hearing', hearingMs)
  if (isPassed && isUpload) await storage.delete(soundOf(recap.video_id))
}

const bring = (
  videoId: string,
  file: string,
  options: { signal: AbortSignal },
  { sounds, uploadedSounds }: Pick<HearingDeps, 'sounds' | 'uploadedSounds'>,
): Promise<void> =>
  isUploadId(videoId) ? uploadedSounds.bring(soundOf(videoId), file, options) : sounds.bring(videoId, file, options)

/** What this transcriber heard in the video before, unless the storage has lost it. */
async function keptTranscription(
  videoId: string,
  transcriber: string,
  { db, storage }: Pick<HearingDeps, 'db' | 'storage'>,
): Promise<TranscriptRow | undefined> {
  const known = await findHeardTranscript(db, videoId, transcriber)
  return known && !(await isLost(storage, known.storage_key)) ? known : undefined
}

/** What is said in a video does not change: what was heard once is as good as new. */
const renewed = ({ id: _, missed_at: __, ...transcript }: TranscriptRow, clock: Clock): NewTranscript => ({
  ...transcript,
  fetched_at: clock.now(),
})
