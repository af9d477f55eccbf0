import { type FailureCode, failure } from '@recaps/contract/failures'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { Trx } from '../../jobs/queue.ts'
import type { OfferedVoice } from '../../ports/speech.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import type { Voices } from '../voices/service.ts'
import { type AudioRow, joinOrStartAudio } from './audios-repository.ts'
import { tellChange } from './changes.ts'
import { enqueueAudio } from './enqueue.ts'
import { letSoundGo } from './kept-sound.ts'
import { commit, release } from './ledger.ts'
import { forgetNotes } from './notebook.ts'
import { type HeldRecap, moveRecap } from './recaps-repository.ts'
import { updateEntry, waitingEntries } from './repository.ts'
import { type SettledDeps, tellSettled } from './settled.ts'

export interface SettleDeps extends SettledDeps {
  summarizer: Summarizer
  voices: Pick<Voices, 'ofUser' | 'named'>
}

/**
 * Fails a recap with a code that all waiting summaries show, and refunds their quota. Returns false if the claim was
 * lost.
 */
export async function failRecap(
  trx: Trx,
  claimed: HeldRecap,
  code: FailureCode,
  deps: SettledDeps,
  now: Date,
): Promise<boolean> {
  const end = { state: 'failed', code, recap_key: null, stage: null, retry_at: null, done: null, total: null } as const
  const ended = await moveRecap(trx, claimed, end, now)
  if (!ended) return false
  await forgetNotes(trx, ended.id)
  await letSoundGo(trx, ended, { canRetry: failure(code).next === 'retry' }, now)
  const waiting = await waitingEntries(trx, claimed.id)
  await release(
    trx,
    waiting.map(summary => summary.id),
    code,
    now,
  )
  await tellSettled(trx, { recapId: claimed.id }, 'ended', deps)
  await tellChange(trx, claimed.id)
  return true
}

/**
 * Fulfils a summary from a readable recap: commits its quota unit, and joins or starts the audio in its length and its
 * user's voice.
 */
export async function deliver(
  trx: Trx,
  summary: { id: number; user_id: number; max_length: number },
  recap: { id: number; content: SummaryContent },
  deps: SettleDeps,
  now: Date,
): Promise<void> {
  const voice = await deps.voices.ofUser(trx, summary.user_id)
  const audio = await audioFor(trx, { ...recap, maxLength: summary.max_length }, voice, deps, now)
  await updateEntry(trx, summary.id, { recap_id: recap.id, audio_id: audio.id }, now)
  await commit(trx, [summary.id], now)
  if (audio.state === 'ready') await tellSettled(trx, { id: summary.id }, 'ready', deps)
}

/** Finds the audio of a recap in this length and voice, or creates and enqueues it. */
export async function audioFor(
  trx: Trx,
  recap: { id: number; content: SummaryContent; maxLength: number },
  voice: OfferedVoice,
  { queue, summarizer }: Pick<SettleDeps, 'queue' | 'summarizer'>,
  now: Date,
): Promise<AudioRow> {
  const { audio, started } = await joinOrStartAudio(trx, {
    recapId: recap.id,
    voice,
    sentences: countSentences(summarizer.fit(recap.content, recap.maxLength)),
    maxLength: recap.maxLength,
    now,
  })
  if (started) await enqueueAudio(trx, queue, audio)
  return audio
}

const countSentences = (content: SummaryContent): number =>
  content.inThreePoints.length + content.sections.reduce((sum, section) => sum + section.sentences.length, 0)
