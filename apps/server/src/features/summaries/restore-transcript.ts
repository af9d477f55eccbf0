import { isLost } from '../../database/is-lost.ts'
import { ProviderError } from '../../errors.ts'
import { isHandedBack } from '../../jobs/handed-back.ts'
import type { Handler, JobRun } from '../../jobs/queue.ts'
import { restoreTranscript } from './job-kinds.ts'
import type { SummaryJobDeps } from './jobs.ts'
import { findTranscript, replaceObject, type TranscriptRow } from './recaps-repository.ts'

/** Nobody can do anything about it meanwhile, so YouTube is asked patiently. */
const retryPausesMs = [60_000, 10 * 60_000, 3600_000, 6 * 3600_000]

/** Reads the captions of a video again whose transcript the storage has lost. What fails for good is tried again another day. */
export function createTranscriptRestoring(deps: SummaryJobDeps): Handler<{ transcriptId: number; tries: number }> {
  const { db, queue, clock, logger, storage } = deps
  return async ({ transcriptId, tries }, run) => {
    const transcript = await findTranscript(db, transcriptId)
    if (!transcript) return
    try {
      if (await isLost(storage, transcript.storage_key)) await restore(transcript, run, deps)
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      const refusal = error instanceof ProviderError ? error : undefined
      const pauseMs = refusal?.retryable ? retryPausesMs[tries] : undefined
      logger.warn({ err: error, transcriptId, videoId: transcript.video_id, tries, pauseMs }, 'transcript not restored')
      if (refusal) deps.metrics.providerFailed(refusal.provider, refusal.code)
      if (pauseMs === undefined) return
      const askedForMs = (refusal?.retryAt?.getTime() ?? 0) - clock.now().getTime()
      await db.transaction().execute(async trx => {
        await queue.send(
          trx,
          restoreTranscript,
          { transcriptId, tries: tries + 1 },
          { afterMs: Math.max(pauseMs, askedForMs) },
        )
      })
    }
  }
}

async function restore(transcript: TranscriptRow, { signal }: JobRun, deps: SummaryJobDeps): Promise<void> {
  const track = await deps.captions.read(transcript.video_id, { signal, isBackground: true })
  const { packed, hash, kind, language, words, spokenUntilMs } = await deps.transcripts.read(track, { signal })
  const storageKey = `transcripts/${hash}.json.gz`
  await deps.storage.put(storageKey, packed)
  if (storageKey === transcript.storage_key) return
  // The captions were changed meanwhile. The row keeps its hash, which stands for the track that the summaries were written from.
  await deps.db.transaction().execute(trx =>
    replaceObject(trx, transcript, {
      ...{ storage_key: storageKey, kind, language, words, provider: track.provider },
      spoken_until_ms: spokenUntilMs,
    }),
  )
}
