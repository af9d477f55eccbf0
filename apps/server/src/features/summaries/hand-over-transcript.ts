import type { SummaryContent } from '@recaps/contract/summary-content'
import type { Db } from '../../database/open.ts'
import type { StepTimes } from '../../database/schema.ts'
import type { Clock } from '../../ports/clock.ts'
import { type CompletionDeps, fulfilSummary } from './complete-recap.ts'
import { enqueueStep } from './enqueue.ts'
import { dispatchFollowUps } from './follow-ups.ts'
import { writeSummary } from './job-kinds.ts'
import { recapKey } from './keys.ts'
import { releaseQuota } from './quota-ledger.ts'
import { publishRecapChange } from './recap-changes.ts'
import {
  addStepTime,
  findRecapByKey,
  type RecapRow,
  saveTranscript,
  type TranscriptRow,
  updateClaimedRecap,
} from './recaps-repository.ts'
import { releaseRecording } from './release-recording.ts'
import { lockWaitingSummaries, updateSummary } from './summaries-repository.ts'

export interface HandOverDeps extends CompletionDeps {
  db: Db
  clock: Clock
}

/** A transcript to save: a new row, or a new `fetched_at` for the existing row with the same hash. */
export type NewTranscript = Omit<TranscriptRow, 'id' | 'missed_at'>

/**
 * Saves the transcript and enqueues the step that writes the summary. If an identical recap exists already, moves the
 * summaries to that one instead. Returns false if the claim on the recap was lost.
 */
export async function handOverTranscript(
  recap: RecapRow,
  found: TranscriptRow | NewTranscript,
  times: StepTimes,
  deps: HandOverDeps,
): Promise<boolean> {
  const { db, queue, clock } = deps
  return await db.transaction().execute(async trx => {
    const now = clock.now()
    const transcript = 'id' in found ? found : await saveTranscript(trx, found)
    const key = recapKey(recap.request_key, transcript.hash)
    const identical = await findRecapByKey(trx, key)
    if (identical) {
      const merged = await merge(trx, recap, identical, deps)
      if (merged) await releaseRecording(trx, recap, { canRetry: false }, now)
      return merged
    }
    const moved = await updateClaimedRecap(
      trx,
      recap,
      {
        stage: 'summarising',
        transcript_id: transcript.id,
        recap_key: key,
        attempts: 0,
        done: null,
        total: null,
        waits_for: null,
        waits_since: null,
      },
      now,
    )
    if (!moved) return false
    await releaseRecording(trx, recap, { canRetry: false }, now)
    await addStepTime(trx, recap.id, times)
    await enqueueStep(trx, queue, writeSummary, recap.id)
    await publishRecapChange(trx, recap.id)
    return true
  })
}

async function merge(
  trx: Parameters<typeof findRecapByKey>[0],
  recap: RecapRow,
  identical: RecapRow,
  deps: HandOverDeps,
): Promise<boolean> {
  const now = deps.clock.now()
  if (!(await updateClaimedRecap(trx, recap, { state: 'merged', stage: null }, now))) return false
  const owners = await lockWaitingSummaries(trx, identical.id)
  for (const summary of await lockWaitingSummaries(trx, recap.id)) {
    if (owners.some(owner => owner.user_id === summary.user_id)) {
      await updateSummary(trx, summary.id, { deleted_at: now }, now)
      await releaseQuota(trx, [summary.id], 'duplicate', now)
      await dispatchFollowUps(trx, summary, 'ended', deps)
    } else
      await fulfilSummary(trx, summary, { id: identical.id, content: identical.content as SummaryContent }, deps, now)
  }
  await publishRecapChange(trx, identical.id)
  return true
}
