import type { FailureCode } from '@recaps/contract/failures'
import type { SummaryContent } from '@recaps/contract/summaries'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Speech } from '../../ports/speech.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { tellChange } from './changes.ts'
import { speakSummary } from './job-kinds.ts'
import { commit, release } from './ledger.ts'
import { joinOrStartAudio, moveRecap } from './recaps-repository.ts'
import { updateEntry, waitingEntries } from './repository.ts'

export interface SettleDeps {
  queue: Queue
  summarizer: Summarizer
  speech: Speech
}

/** Ends a recap that cannot be made: its code stands in every entry that waited, and their places in the month are given back. */
export async function failRecap(trx: Trx, recapId: number, code: FailureCode, now: Date): Promise<boolean> {
  const ended = await moveRecap(
    trx,
    recapId,
    { state: 'failed', code, recap_key: null, stage: null, retry_at: null },
    now,
  )
  if (!ended) return false
  const waiting = await waitingEntries(trx, recapId)
  await release(
    trx,
    waiting.map(entry => entry.id),
    code,
    now,
  )
  await tellChange(trx, recapId)
  return true
}

/** Gives an entry what a readable recap holds: its place in the month is spent, and the audio of its length is joined or started. */
export async function deliver(
  trx: Trx,
  entry: { id: number; max_length: number },
  recap: { id: number; content: SummaryContent },
  deps: SettleDeps,
  now: Date,
): Promise<void> {
  const kept = deps.summarizer.fit(recap.content, entry.max_length)
  const { audio, started } = await joinOrStartAudio(trx, {
    recapId: recap.id,
    voice: deps.speech.id,
    sentences: countSentences(kept),
    maxLength: entry.max_length,
    now,
  })
  await updateEntry(trx, entry.id, { recap_id: recap.id, audio_id: audio.id }, now)
  await commit(trx, [entry.id], now)
  if (started) await deps.queue.send(trx, speakSummary, { audioId: audio.id })
}

const countSentences = (content: SummaryContent): number =>
  content.inThreePoints.length + content.sections.reduce((sum, section) => sum + section.sentences.length, 0)
