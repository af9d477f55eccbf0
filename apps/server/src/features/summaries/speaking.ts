import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { SummaryContent } from '@recaps/contract/summaries'
import type { Handler, JobRun } from '../../jobs/queue.ts'
import type { Speech, SpokenSummary } from '../../ports/speech.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { tellChange } from './changes.ts'
import { speakSummary } from './job-kinds.ts'
import { type AudioRow, findAudio, findRecap, findVideo, moveAudio, type RecapRow } from './recaps-repository.ts'
import type { StepDeps } from './steps.ts'

export interface SpeakingDeps extends StepDeps {
  summarizer: Summarizer
  speech: Speech
  storage: Storage
}

/** Failed audio is tried again apart from its text, which is long delivered. */
const retryPausesMs = [2_000, 10_000]
const progressEveryMs = 400

export function createSpeaking(deps: SpeakingDeps): Handler<{ audioId: number }> {
  return async ({ audioId }, run) => {
    const audio = await findAudio(deps.db, audioId)
    const recap = audio?.state === 'pending' ? await findRecap(deps.db, audio.recap_id) : undefined
    if (!audio || !recap?.content) return
    try {
      await speak(audio, recap, run, deps)
    } catch (error) {
      if (run.signal.aborted) throw error
      deps.logger.warn({ err: error, audioId, recapId: recap.id }, 'audio failed')
      await tryAgain(audio, deps)
    }
  }
}

async function speak(audio: AudioRow, recap: RecapRow, run: JobRun, deps: SpeakingDeps): Promise<void> {
  const { db, clock, summarizer, speech, storage } = deps
  const startedAt = performance.now()
  const video = await findVideo(db, recap.video_id)
  const spoken = await speech.speak(
    {
      content: summarizer.fit(recap.content as SummaryContent, audio.max_length),
      title: video?.title ?? '',
      artist: video?.channel ?? '',
      picture: null,
    },
    { signal: run.signal, onProgress: progressTeller(audio, deps) },
  )
  const keys = await store(spoken, storage)
  await db.transaction().execute(async trx => {
    const ready = await moveAudio(
      trx,
      audio.id,
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
    if (ready) await tellChange(trx, recap.id)
  })
  deps.metrics.stepTook('audio', performance.now() - startedAt)
}

async function store(spoken: SpokenSummary, storage: Storage): Promise<{ mp3_key: string; timings_key: string }> {
  const hash = createHash('sha256').update(spoken.mp3).digest('hex')
  const keys = { mp3_key: `audio/${hash}.mp3`, timings_key: `audio/${hash}.timings.json.gz` }
  await storage.put(keys.timings_key, gzipSync(JSON.stringify(spoken.timings)))
  await storage.put(keys.mp3_key, spoken.mp3)
  return keys
}

async function tryAgain(audio: AudioRow, { db, queue, clock }: SpeakingDeps): Promise<void> {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const pauseMs = retryPausesMs[audio.attempts]
    if (pauseMs === undefined) await moveAudio(trx, audio.id, { state: 'failed', code: 'voice_failed' }, now)
    else if (await moveAudio(trx, audio.id, { attempts: audio.attempts + 1 }, now))
      await queue.send(trx, speakSummary, { audioId: audio.id }, { startAfter: new Date(now.getTime() + pauseMs) })
    await tellChange(trx, audio.recap_id)
  })
}

function progressTeller(audio: AudioRow, { db, clock, logger }: SpeakingDeps): (done: number, total: number) => void {
  let toldAt = 0
  return (done, total) => {
    if (performance.now() - toldAt < progressEveryMs) return
    toldAt = performance.now()
    moveAudio(db, audio.id, { done, total }, clock.now())
      .then(moved => moved && tellChange(db, audio.recap_id))
      .catch(error => logger.warn({ err: error, audioId: audio.id }, 'progress not told'))
  }
}
