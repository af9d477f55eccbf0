import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { isOutage } from '@recaps/contract/failures'
import type { SummaryContent } from '@recaps/contract/summary-content'
import { ProviderError } from '../../errors.ts'
import { isHandedBack, restartsAllowed } from '../../jobs/handed-back.ts'
import type { Handler, JobRun } from '../../jobs/queue.ts'
import type { Speech, SpokenSummary } from '../../ports/speech.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { type AudioRow, moveAudio, takeHoldOfAudio } from './audios-repository.ts'
import { tellChange } from './changes.ts'
import { enqueueAudio } from './enqueue.ts'
import { folderOfUpload, isUploadId } from './keys.ts'
import { findRecap, findVideo, type RecapRow } from './recaps-repository.ts'
import { tellSettled } from './settled.ts'
import { readByStandIn } from './standing-in.ts'
import type { StepDeps } from './steps.ts'

export interface SpeakingDeps extends StepDeps {
  summarizer: Summarizer
  speech: Speech
  storage: Storage
}

/** Failed audio is tried again apart from its text, which is long delivered. */
const retryPausesMs = [2_000, 10_000]
/** While our own storage is down: for a day in all. */
const outagePausesMs = { first: 10_000, longest: 10 * 60_000, attempts: 150 }
const progressEveryMs = 400

export function createSpeaking(deps: SpeakingDeps): Handler<{ audioId: number }> {
  return async ({ audioId }, run) => {
    const audio = await takeHoldOfAudio(deps.db, audioId, run, deps.clock.now())
    const recap = audio && (await findRecap(deps.db, audio.recap_id))
    if (!recap) return
    if (run.restarts > restartsAllowed) {
      deps.logger.error({ audioId, recapId: recap.id }, 'the process died too often under this audio')
      return await goOn(audio, undefined, deps)
    }
    try {
      await speak(audio, recap, run, deps)
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      deps.logger.warn({ err: error, audioId, recapId: recap.id, voice: audio.voice }, 'audio failed')
      if (error instanceof ProviderError) deps.metrics.providerFailed(error.provider, error.code)
      if (error instanceof ProviderError && isOutage(error.code)) await goOn(audio, pauseInOutage(audio), deps)
      else if (error instanceof ProviderError && audio.voice !== deps.speech.standIn.key) {
        // What speaks has tried again itself, and a listener waits: what cannot fail for its reasons speaks instead.
        await readByStandIn(audio, deps)
        deps.passed('voice-stood-in')
      } else await goOn(audio, retryPausesMs[audio.attempts], deps)
    }
  }
}

function pauseInOutage({ attempts }: AudioRow): number | undefined {
  const { first, longest, attempts: allowed } = outagePausesMs
  return attempts < allowed ? Math.min(first * 2 ** Math.min(attempts, 10), longest) : undefined
}

async function speak(audio: AudioRow, recap: RecapRow, run: JobRun, deps: SpeakingDeps): Promise<void> {
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
    { signal: run.signal, onProgress: progressTeller(audio, deps) },
  )
  deps.passed('audio-made')
  const keys = await store(
    spoken,
    isUploadId(recap.video_id) ? `audio/${folderOfUpload(recap.video_id)}` : 'audio',
    deps,
  )
  await db.transaction().execute(async trx => {
    const ready = await moveAudio(
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
    await tellSettled(trx, { audioId: audio.id }, 'ready', deps)
    await tellChange(trx, recap.id)
  })
  deps.passed('audio-saved')
  deps.metrics.stepTook('audio', performance.now() - startedAt)
}

const noLongerOffered = (voice: string) =>
  new ProviderError({
    provider: 'speech',
    code: 'voice_failed',
    retryable: false,
    detail: `${voice} is not set up any more`,
  })

async function store(
  spoken: SpokenSummary,
  folder: string,
  { storage, passed }: SpeakingDeps,
): Promise<{ mp3_key: string; timings_key: string }> {
  const hash = createHash('sha256').update(spoken.mp3).digest('hex')
  const keys = { mp3_key: `${folder}/${hash}.mp3`, timings_key: `${folder}/${hash}.timings.json.gz` }
  await storage.put(keys.timings_key, gzipSync(JSON.stringify(spoken.timings)))
  passed('timings-stored')
  await storage.put(keys.mp3_key, spoken.mp3)
  passed('audio-stored')
  return keys
}

/** Tries again after a pause, or, without one, ends it. */
async function goOn(audio: AudioRow, pauseMs: number | undefined, deps: SpeakingDeps): Promise<void> {
  const { db, queue, clock } = deps
  await db.transaction().execute(async trx => {
    const now = clock.now()
    if (pauseMs === undefined) {
      // The text is delivered, with or without its sound.
      if (await moveAudio(trx, audio, { state: 'failed', code: 'voice_failed' }, now))
        await tellSettled(trx, { audioId: audio.id }, 'ready', deps)
    } else if (await moveAudio(trx, audio, { attempts: audio.attempts + 1 }, now))
      await enqueueAudio(trx, queue, audio, pauseMs)
    await tellChange(trx, audio.recap_id)
  })
}

function progressTeller(audio: AudioRow, deps: SpeakingDeps): (done: number, total: number) => void {
  const { db, clock, logger } = deps
  let toldAt = 0
  return (done, total) => {
    deps.passed('sentence-spoken')
    if (performance.now() - toldAt < progressEveryMs) return
    toldAt = performance.now()
    moveAudio(db, audio, { done, total }, clock.now())
      .then(moved => moved && tellChange(db, audio.recap_id))
      .catch(error => logger.warn({ err: error, audioId: audio.id }, 'progress not told'))
  }
}
