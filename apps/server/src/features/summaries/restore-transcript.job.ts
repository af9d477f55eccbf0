import { isMissingInStorage } from '../../database/is-missing-in-storage.ts'
import { ProviderError } from '../../errors.ts'
import { isInterrupted } from '../../jobs/interrupted-run.ts'
import type { Handler, JobRun } from '../../jobs/queue.ts'
import { restoreTranscript } from './job-kinds.ts'
import type { SummaryJobDeps } from './jobs.ts'
import { findTranscript, replaceTranscriptFile, type TranscriptRow } from './recaps-repository.ts'

/** Long pauses: no user is waiting for this job. */
const retryPausesMs = [60_000, 10 * 60_000, 3600_000, 6 * 3600_000]

/**
 * Fetches the captions again for a transcript whose file is lost. After a permanent failure, the storage check tries
 * again another day.
 */
export function createRestoreTranscriptHandler(deps: SummaryJobDeps): Handler<{ transcriptId: number; tries: number }> {
  const { db, queue, clock, logger, storage } = deps
  return async ({ transcriptId, tries }, run) => {
    const transcript = await findTranscript(db, transcriptId)
    if (!transcript) return
    try {
      if (await isMissingInStorage(storage, transcript.storage_key)) await restore(transcript, run, deps)
    } catch (error) {
      if (isInterrupted(error, run)) throw error
      const providerError = error instanceof ProviderError ? error : undefined
      const pauseMs = providerError?.retryable ? retryPausesMs[tries] : undefined
      logger.warn(
        { err: error, transcriptId, videoId: transcript.video_id, tries, pauseMs },
        'restoring a transcript failed',
      )
      if (providerError) deps.metrics.providerFailed(providerError.provider, providerError.code)
      if (pauseMs === undefined) return
      const retryAfterMs = (providerError?.retryAt?.getTime() ?? 0) - clock.now().getTime()
      await db.transaction().execute(async trx => {
        await queue.send(
          trx,
          restoreTranscript,
          { transcriptId, tries: tries + 1 },
          { afterMs: Math.max(pauseMs, retryAfterMs) },
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
  // The captions have changed since. The row keeps its hash, which identifies the track the summaries were written from.
  await deps.db.transaction().execute(trx =>
    replaceTranscriptFile(trx, transcript, {
      ...{ storage_key: storageKey, kind, language, words, provider: track.provider },
      spoken_until_ms: spokenUntilMs,
    }),
  )
}
