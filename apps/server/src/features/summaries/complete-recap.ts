import { type FailureCode, failure } from '@recaps/contract/failures'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { Trx } from '../../jobs/queue.ts'
import type { AvailableVoice } from '../../ports/speech.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import type { Voices } from '../voices/service.ts'
import { type AudioRow, joinOrStartAudio } from './audios-repository.ts'
import { enqueueAudio } from './enqueue.ts'
import { dispatchFollowUps, type FollowUpDeps } from './follow-ups.ts'
import { deleteLlmCheckpoint } from './llm-checkpoint.ts'
import { commitQuota, releaseQuota } from './quota-ledger.ts'
import { publishRecapChange } from './recap-changes.ts'
import { type ClaimedRecap, updateClaimedRecap } from './recaps-repository.ts'
import { releaseRecording } from './release-recording.ts'
import { lockWaitingSummaries, updateSummary } from './summaries-repository.ts'

export interface CompletionDeps extends FollowUpDeps {
  summarizer: Summarizer
  voices: Pick<Voices, 'forUser' | 'byId'>
}

/**
 * Fails a recap with a code that all waiting summaries show, and refunds their quota. Returns false if the claim was
 * lost.
 */
export async function failRecap(
  trx: Trx,
  claimed: ClaimedRecap,
  code: FailureCode,
  deps: FollowUpDeps,
  now: Date,
): Promise<boolean> {
  const end = { state: 'failed', code, recap_key: null, stage: null, retry_at: null, done: null, total: null } as const
  const ended = await updateClaimedRecap(trx, claimed, end, now)
  if (!ended) return false
  await deleteLlmCheckpoint(trx, ended.id)
  await releaseRecording(trx, ended, { canRetry: failure(code).next === 'retry' }, now)
  const waiting = await lockWaitingSummaries(trx, claimed.id)
  await releaseQuota(
    trx,
    waiting.map(summary => summary.id),
    code,
    now,
  )
  await dispatchFollowUps(trx, { recapId: claimed.id }, 'ended', deps)
  await publishRecapChange(trx, claimed.id)
  return true
}

/**
 * Fulfils a summary from a readable recap: commits its quota unit, and joins or starts the audio in its length and its
 * user's voice.
 */
export async function fulfilSummary(
  trx: Trx,
  summary: { id: number; user_id: number; max_length: number },
  recap: { id: number; content: SummaryContent },
  deps: CompletionDeps,
  now: Date,
): Promise<void> {
  const voice = await deps.voices.forUser(trx, summary.user_id)
  const audio = await ensureAudio(trx, { ...recap, maxLength: summary.max_length }, voice, deps, now)
  await updateSummary(trx, summary.id, { recap_id: recap.id, audio_id: audio.id }, now)
  await commitQuota(trx, [summary.id], now)
  if (audio.state === 'ready') await dispatchFollowUps(trx, { id: summary.id }, 'ready', deps)
}

/** Finds the audio of a recap in this length and voice, or creates and enqueues it. */
export async function ensureAudio(
  trx: Trx,
  recap: { id: number; content: SummaryContent; maxLength: number },
  voice: AvailableVoice,
  { queue, summarizer }: Pick<CompletionDeps, 'queue' | 'summarizer'>,
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
