import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { isOutage } from '@recaps/contract/failures'
import type { SummaryContent } from '@recaps/contract/summary-content'
import { ProviderError } from '../../errors.ts'
import { isInterrupted, maxRestarts } from '../../jobs/interrupted-run.ts'
import type { Handler, JobRun } from '../../jobs/queue.ts'
import type { Speech, SpokenSummary } from '../../ports/speech.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { type AudioRow, claimAudio, updateClaimedAudio } from './audios-repository.ts'
import { enqueueAudio } from './enqueue.ts'
import { switchToFallbackVoice } from './fallback-voice.ts'
import { dispatchFollowUps } from './follow-ups.ts'
import { isUploadId, uploadFolder } from './keys.ts'
import { publishRecapChange } from './recap-changes.ts'
import { findRecap, findVideo, type RecapRow } from './recaps-repository.ts'
import type { StepDeps } from './steps.ts'

export interface SpeakSummaryDeps extends StepDeps {
  summarizer: Summarizer
  speech: Speech
  storage: Storage
}

/** Audio is retried independently of the text, which is available already. */
const retryPausesMs = [2_000, 10_000]
/** Pauses while our own storage is down, about a day in total. */
const outagePausesMs = { first: 10_000, longest: 10 * 60_000, attempts: 150 }
const progressEveryMs = 400

export function createSpeakSummaryHandler(deps: SpeakSummaryDeps): Handler<{ audioId: number }> {
  return async ({ audioId }, run) => {
    const audio = await claimAudio(deps.db, audioId, run, deps.clock.now())
    const recap = audio && (await findRecap(deps.db, audio.recap_id))
    if (!recap) return
    if (run.restarts > maxRestarts) {
      deps.logger.error({ audioId, recapId: recap.id }, 'audio job gave up after too many process restarts')
      return await retryOrFail(audio, undefined, deps)
    }
    try {
      await generateAudio(audio, recap, run, deps)
    } catch (error) {
      if (isInterrupted(error, run)) throw error
      deps.logger.warn({ err: error, audioId, recapId: recap.id, voice: audio.voice }, 'audio generation failed')
      if (error instanceof ProviderError) deps.metrics.providerFailed(error.provider, error.code)
      if (error instanceof ProviderError && isOutage(error.code)) await retryOrFail(audio, outagePause(audio), deps)
      else if (error instanceof ProviderError && audio.voice !== deps.speech.fallbackVoice.key) {
        // The adapter has retried already and a user is waiting, so the built-in voice takes over.
        await switchToFallbackVoice(audio, deps)
        deps.passed('voice-stood-in')
      } else await retryOrFail(audio, retryPausesMs[audio.attempts], deps)
    }
  }
}

function outagePause({ attempts }: AudioRow): number | undefined {
  const { first, longest, attempts: maxAttempts } = outagePausesMs
  return attempts < maxAttempts ? Math.min(first * 2 ** Math.min(attempts, 10), longest) : undefined
}

async function generateAudio(audio: AudioRow, recap: RecapRow, run: JobRun, deps: SpeakSummaryDeps): Promise<void> {
  const { db, clock, summarizer, speech } = deps
  const startedAt = performance.now()
  const video = await findVideo(db, recap.video_id)
  const voice = speech.voices.find(({ key }) => key === audio.voice)
  if (!voice) throw noLongerOffered(audio.voice)
  const spoken = await speech.speak(
    {
      content: summarizer.fit(recap.content as SummaryContent, audio.max_length),
      title: video?.title ?? '',
      artist: video?.channel ?? '',
      picture: null,
    },
    voice,
    { signal: run.signal, onProgress: progressPublisher(audio, deps) },
  )
  deps.passed('audio-made')
  const keys = await store(spoken, isUploadId(recap.video_id) ? `audio/${uploadFolder(recap.video_id)}` : 'audio', deps)
  await db.transaction().execute(async trx => {
    const ready = await updateClaimedAudio(
      trx,
      audio,
      {
        state: 'ready',
        code: null,
        ...keys,
        duration_ms: spoken.durationMs,
        bytes: spoken.mp3.byteLength,
        loudness: spoken.loudness,
        cpu_ms: Math.round(performance.now() - startedAt),
      },
      clock.now(),
    )
    if (!ready) return
    await dispatchFollowUps(trx, { audioId: audio.id }, 'ready', deps)
    await publishRecapChange(trx, recap.id)
  })
  deps.passed('audio-saved')
  deps.metrics.stepTook('audio', performance.now() - startedAt)
}

const noLongerOffered = (voice: string) =>
  new ProviderError({
    provider: 'speech',
    code: 'voice_failed',
    retryable: false,
    detail: `${voice} is no longer set up`,
  })

async function store(
  spoken: SpokenSummary,
  folder: string,
  { storage, passed }: SpeakSummaryDeps,
): Promise<{ mp3_key: string; timings_key: string }> {
  const hash = createHash('sha256').update(spoken.mp3).digest('hex')
  const keys = { mp3_key: `${folder}/${hash}.mp3`, timings_key: `${folder}/${hash}.timings.json.gz` }
  await storage.put(keys.timings_key, gzipSync(JSON.stringify(spoken.timings)))
  passed('timings-stored')
  await storage.put(keys.mp3_key, spoken.mp3)
  passed('audio-stored')
  return keys
}

/** Retries after the pause, or fails the audio if there is none. */
async function retryOrFail(audio: AudioRow, pauseMs: number | undefined, deps: SpeakSummaryDeps): Promise<void> {
  const { db, queue, clock } = deps
  await db.transaction().execute(async trx => {
    const now = clock.now()
    if (pauseMs === undefined) {
      // The summary is ready even without audio.
      if (await updateClaimedAudio(trx, audio, { state: 'failed', code: 'voice_failed' }, now))
        await dispatchFollowUps(trx, { audioId: audio.id }, 'ready', deps)
    } else if (await updateClaimedAudio(trx, audio, { attempts: audio.attempts + 1 }, now))
      await enqueueAudio(trx, queue, audio, pauseMs)
    await publishRecapChange(trx, audio.recap_id)
  })
}

function progressPublisher(audio: AudioRow, deps: SpeakSummaryDeps): (done: number, total: number) => void {
  const { db, clock, logger } = deps
  let publishedAt = 0
  return (done, total) => {
    deps.passed('sentence-spoken')
    if (performance.now() - publishedAt < progressEveryMs) return
    publishedAt = performance.now()
    updateClaimedAudio(db, audio, { done, total }, clock.now())
      .then(moved => moved && publishRecapChange(db, audio.recap_id))
      .catch(error => logger.warn({ err: error, audioId: audio.id }, 'publishing progress failed'))
  }
}
