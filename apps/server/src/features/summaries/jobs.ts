import { isMissingInStorage } from '../../database/is-missing-in-storage.ts'
import { ProviderError } from '../../errors.ts'
import type { Captions } from '../../ports/captions.ts'
import type { Speech } from '../../ports/speech.ts'
import type { Cost, StepProgress, Summarizer } from '../../ports/summarizer.ts'
import type { VideoRequestOptions, Videos } from '../../ports/videos.ts'
import type { Voices } from '../voices/service.ts'
import { fulfilSummary } from './complete-recap.ts'
import { enqueueStep } from './enqueue.ts'
import { handOverTranscript, type NewTranscript } from './hand-over-transcript.ts'
import { readCaptions, restoreTranscript, speakSummary, transcribeAudio, writeSummary } from './job-kinds.ts'
import { isUploadId } from './keys.ts'
import { deleteLlmCheckpoint, openLlmCheckpoint } from './llm-checkpoint.ts'
import { countSummaryWords } from './present.ts'
import { publishRecapChange } from './recap-changes.ts'
import {
  addStepTime,
  findFreshTranscript,
  findTranscript,
  findVideo,
  markTranscriptMissing,
  type RecapRow,
  saveRecapContent,
  saveVideo,
  type TranscriptRow,
  updateClaimedRecap,
} from './recaps-repository.ts'
import { createRestoreTranscriptHandler } from './restore-transcript.job.ts'
import { createSpeakSummaryHandler } from './speak-summary.job.ts'
import { createStepHandler, type Step, type StepRun } from './steps.ts'
import { isAwaitedByUser, lockWaitingSummaries } from './summaries-repository.ts'
import { continueWithTranscription, runTranscriptionStep, type TranscriptionDeps } from './transcribe-audio.job.ts'
import { isBlockedVideo } from './visibility.ts'

export interface SummaryJobDeps extends TranscriptionDeps {
  videos: Videos
  captions: Captions
  summarizer: Summarizer
  speech: Speech
  voices: Pick<Voices, 'forUser' | 'byId'>
  /**
   * How many texts are written, and how many audios are generated, at the same time. Two jobs that share one processor both
   * take twice as long, and the next job waits for both.
   */
  concurrency: { writing: number; speaking: number }
}

/** How long a transcript counts as fresh, so that a known video needs no request to YouTube. */
export const freshForMs = 24 * 3600 * 1000
const progressEveryMs = 250

/** Registers the job handlers of the recap steps: captions, transcription if there are none, summary, audio. */
export async function registerSummaryJobs(deps: SummaryJobDeps): Promise<void> {
  const { writing, speaking } = deps.concurrency
  const steps: (Step & { concurrency?: number })[] = [
    {
      kind: readCaptions,
      stage: 'captions',
      startKillPoint: 'captions-begun',
      run: (...args) => captionsStep(...args, deps),
    },
    {
      kind: transcribeAudio,
      stage: 'transcribing',
      startKillPoint: 'hearing-begun',
      run: (recap, run) => runTranscriptionStep(recap, run, progressPublisher(recap, deps), deps),
    },
    {
      kind: writeSummary,
      stage: 'summarising',
      startKillPoint: 'summary-begun',
      run: (...args) => writeStep(...args, deps),
      concurrency: writing,
    },
  ]
  for (const step of steps) await deps.queue.work(step.kind, createStepHandler(step, deps), step.concurrency)
  await deps.queue.work(speakSummary, createSpeakSummaryHandler(deps), speaking)
  await deps.queue.work(restoreTranscript, createRestoreTranscriptHandler(deps))
}

async function captionsStep(recap: RecapRow, run: StepRun, deps: SummaryJobDeps): Promise<void> {
  const startedAt = performance.now()
  const freshAfter = new Date(deps.clock.now().getTime() - freshForMs)
  const fresh = await findFreshTranscript(deps.db, recap.video_id, freshAfter)
  const known = fresh && !(await isMissingInStorage(deps.storage, fresh.storage_key)) ? fresh : undefined
  const transcript = known ?? (await fetchTranscript(recap, run, deps).catch(noCaptionsAsNull(deps)))
  const captionsMs = Math.round(performance.now() - startedAt)
  if (transcript) await handOverTranscript(recap, transcript, { captionsMs }, deps)
  else await continueWithTranscription(recap, captionsMs, deps)
  deps.passed(transcript ? 'transcript-saved' : 'hearing-queued')
  deps.metrics.stepTook('captions', captionsMs)
}

/** With a transcriber, a video without captions is not a failure. */
const noCaptionsAsNull =
  ({ transcriber }: SummaryJobDeps) =>
  (error: unknown): null => {
    if (transcriber && error instanceof ProviderError && error.code === 'no_captions') return null
    throw error
  }

async function fetchTranscript(recap: RecapRow, { signal }: StepRun, deps: SummaryJobDeps): Promise<NewTranscript> {
  const options = { signal, isBackground: !(await isAwaitedByUser(deps.db, recap.id)), withChapters: true }
  await fetchAndSaveVideo(recap.video_id, options, deps)
  await publishRecapChange(deps.db, recap.id)
  deps.passed('video-saved')
  const track = await deps.captions.read(recap.video_id, options)
  deps.passed('captions-fetched')
  const { packed, ...read } = await deps.transcripts.read(track, { signal })
  const storageKey = `transcripts/${read.hash}.json.gz`
  await deps.storage.put(storageKey, packed)
  deps.passed('transcript-stored')
  return {
    video_id: recap.video_id,
    kind: read.kind,
    language: read.language,
    hash: read.hash,
    words: read.words,
    spoken_until_ms: read.spokenUntilMs,
    storage_key: storageKey,
    provider: track.provider,
    fetched_at: deps.clock.now(),
  }
}

/** Also saves the details of a video that cannot be summarized, if YouTube returns any, so that the list shows its title. */
async function fetchAndSaveVideo(videoId: string, options: VideoRequestOptions, deps: SummaryJobDeps): Promise<void> {
  try {
    await saveVideo(deps.db, await deps.videos.find(videoId, options), deps.clock.now())
    // Its channel is not known before.
    if (await isBlockedVideo(deps.db, videoId))
      throw new ProviderError({ provider: 'support', code: 'blocked', retryable: false })
  } catch (error) {
    if (error instanceof ProviderError && error.video) await saveVideo(deps.db, error.video, deps.clock.now())
    throw error
  }
}

async function writeStep(recap: RecapRow, run: StepRun, deps: SummaryJobDeps): Promise<void> {
  const { db, clock, summarizer, storage } = deps
  const startedAt = performance.now()
  const [video, transcript] = [await findVideo(db, recap.video_id), await findTranscript(db, recap.transcript_id!)]
  if (!video || !transcript) throw transcriptMissing('engine_failed')
  const packed = await storage.get(transcript.storage_key)
  if (!packed) return await fetchCaptionsAgain(recap, transcript, deps)
  const { content, cost } = await summarizer.write(
    {
      transcript: packed,
      kind: transcript.kind,
      language: transcript.language,
      durationMs: Math.max(video.duration_ms ?? 0, transcript.spoken_until_ms),
      title: video.title,
      description: video.description,
      chapters: video.chapters,
      preset: recap.preset as 'standard',
      focus: recap.focus,
    },
    {
      signal: run.signal,
      beforeCall: run.beforeCall,
      onProgress: progressPublisher(recap, deps),
      notebook: openLlmCheckpoint(db, recap.id),
    },
  )
  deps.passed('summary-written')
  const summaryMs = Math.round(performance.now() - startedAt)
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const moved = await updateClaimedRecap(
      trx,
      recap,
      {
        state: 'readable',
        stage: null,
        readable_at: now,
        code: null,
        done: null,
        total: null,
        ...keysAfterFallback(recap, cost),
      },
      now,
    )
    if (!moved) return
    await saveRecapContent(trx, recap.id, { content, cost }, countSummaryWords(content))
    await deleteLlmCheckpoint(trx, recap.id)
    await addStepTime(trx, recap.id, { summaryMs })
    for (const summary of await lockWaitingSummaries(trx, recap.id))
      await fulfilSummary(trx, summary, { id: recap.id, content }, deps, now)
    await publishRecapChange(trx, recap.id)
  })
  deps.passed('summary-saved')
  deps.metrics.stepTook('summary', summaryMs)
  deps.metrics.recapEnded('readable')
  if (cost) deps.metrics.modelSpent(cost)
}

/** Returns to the captions step once because the transcript is lost. Uploads can only be uploaded again by their owner. */
async function fetchCaptionsAgain(recap: RecapRow, transcript: TranscriptRow, deps: SummaryJobDeps): Promise<void> {
  const { db, queue, clock, logger, metrics } = deps
  if (isUploadId(recap.video_id)) throw transcriptMissing('upload_lost')
  await db.transaction().execute(async trx => {
    const now = clock.now()
    // Without this limit, a storage that loses every file would cause an endless loop.
    if (!(await markTranscriptMissing(trx, transcript.id, now, new Date(now.getTime() - freshForMs))))
      throw transcriptMissing('engine_failed')
    const change = {
      stage: 'captions',
      transcript_id: null,
      recap_key: null,
      attempts: 0,
      done: null,
      total: null,
    } as const
    if (!(await updateClaimedRecap(trx, recap, change, now))) return
    await enqueueStep(trx, queue, readCaptions, recap.id)
    await publishRecapChange(trx, recap.id)
  })
  logger.warn({ recapId: recap.id, transcriptId: transcript.id }, 'transcript lost, fetching the captions again')
  metrics.objectLost('transcript')
}

const transcriptMissing = (code: 'engine_failed' | 'upload_lost') =>
  new ProviderError({ provider: 'storage', code, retryable: false, detail: 'the transcript is missing' })

/**
 * A text that the built-in engine wrote in place of a model must not be reused for later requests, so its keys are
 * changed.
 */
function keysAfterFallback(recap: RecapRow, cost: Cost | null): { request_key: string; recap_key: null } | undefined {
  return cost?.fallback ? { request_key: `${recap.request_key}|${cost.fallback}`, recap_key: null } : undefined
}

/** Saves and publishes progress at most four times a second. Errors are logged and do not stop the work. */
function progressPublisher(recap: RecapRow, { db, clock, logger }: SummaryJobDeps): (progress: StepProgress) => void {
  let publishedAt = 0
  return ({ stage, done, total }) => {
    if (performance.now() - publishedAt < progressEveryMs) return
    publishedAt = performance.now()
    updateClaimedRecap(db, recap, { stage, done, total }, clock.now())
      .then(moved => moved && publishRecapChange(db, recap.id))
      .catch(error => logger.warn({ err: error, recapId: recap.id }, 'publishing progress failed'))
  }
}
