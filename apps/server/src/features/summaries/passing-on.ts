import type { SummaryContent } from '@recaps/contract/summary-content'
import type { Db } from '../../database/open.ts'
import type { StepTimes } from '../../database/schema.ts'
import type { Clock } from '../../ports/clock.ts'
import { tellChange } from './changes.ts'
import { enqueueStep } from './enqueue.ts'
import { writeSummary } from './job-kinds.ts'
import { letSoundGo } from './kept-sound.ts'
import { recapKey } from './keys.ts'
import { release } from './ledger.ts'
import {
  addStepTime,
  findByKey,
  moveRecap,
  type RecapRow,
  saveTranscript,
  type TranscriptRow,
} from './recaps-repository.ts'
import { updateEntry, waitingEntries } from './repository.ts'
import { deliver, type SettleDeps } from './settle.ts'
import { tellSettled } from './settled.ts'

export interface PassingDeps extends SettleDeps {
  db: Db
  clock: Clock
}

/** A transcript to save: a new row, or a new `fetched_at` for the existing row with the same hash. */
export type NewTranscript = Omit<TranscriptRow, 'id' | 'missed_at'>

/**
 * Saves the transcript and enqueues the step that writes the summary. If an identical recap exists already, moves the
 * summaries to that one instead. Returns false if the claim on the recap was lost.
 */
export async function passOn(
  recap: RecapRow,
  found: TranscriptRow | NewTranscript,
  times: StepTimes,
  deps: PassingDeps,
): Promise<boolean> {
  const { db, queue, clock } = deps
  return await db.transaction().execute(async trx => {
    const now = clock.now()
    const transcript = 'id' in found ? found : await saveTranscript(trx, found)
    const key = recapKey(recap.request_key, transcript.hash)
    const identical = await findByKey(trx, key)
    if (identical) {
      const merged = await merge(trx, recap, identical, deps)
      if (merged) await letSoundGo(trx, recap, { canRetry: false }, now)
      return merged
    }
    const moved = await moveRecap(
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
    await letSoundGo(trx, recap, { canRetry: false }, now)
    await addStepTime(trx, recap.id, times)
    await enqueueStep(trx, queue, writeSummary, recap.id)
    await tellChange(trx, recap.id)
    return true
  })
}

async function merge(
  trx: Parameters<typeof findByKey>[0],
  recap: RecapRow,
  identical: RecapRow,
  deps: PassingDeps,
): Promise<boolean> {
  const now = deps.clock.now()
  if (!(await moveRecap(trx, recap, { state: 'merged', stage: null }, now))) return false
  const owners = await waitingEntries(trx, identical.id)
  for (const summary of await waitingEntries(trx, recap.id)) {
    if (owners.some(owner => owner.user_id === summary.user_id)) {
      await updateEntry(trx, summary.id, { deleted_at: now }, now)
      await release(trx, [summary.id], 'duplicate', now)
      await tellSettled(trx, summary, 'ended', deps)
    } else await deliver(trx, summary, { id: identical.id, content: identical.content as SummaryContent }, deps, now)
  }
  await tellChange(trx, identical.id)
  return true
}
