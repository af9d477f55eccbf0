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

/** Ends a recap that cannot be made: its code stands in every entry that waited, and their places in the month are given back. */
export async function failRecap(
  trx: Trx,
  held: HeldRecap,
  code: FailureCode,
  deps: SettledDeps,
  now: Date,
): Promise<boolean> {
  const end = { state: 'failed', code, recap_key: null, stage: null, retry_at: null, done: null, total: null } as const
  const ended = await moveRecap(trx, held, end, now)
  if (!ended) return false
  await forgetNotes(trx, ended.id)
  await letSoundGo(trx, ended, { mayBeTriedAgain: failure(code).next === 'retry' }, now)
  const waiting = await waitingEntries(trx, held.id)
  await release(
    trx,
    waiting.map(entry => entry.id),
    code,
    now,
  )
  await tellSettled(trx, { recapId: held.id }, 'ended', deps)
  await tellChange(trx, held.id)
  return true
}

/** Gives an entry what a readable recap holds: its place in the month is spent, and the audio of its length, in its user's voice, is joined or started. */
export async function deliver(
  trx: Trx,
  entry: { id: number; user_id: number; max_length: number },
  recap: { id: number; content: SummaryContent },
  deps: SettleDeps,
  now: Date,
): Promise<void> {
  const voice = await deps.voices.ofUser(trx, entry.user_id)
  const audio = await audioFor(trx, { ...recap, maxLength: entry.max_length }, voice, deps, now)
  await updateEntry(trx, entry.id, { recap_id: recap.id, audio_id: audio.id }, now)
  await commit(trx, [entry.id], now)
  if (audio.state === 'ready') await tellSettled(trx, { id: entry.id }, 'ready', deps)
}

/** The sound of a recap cut to this length, in this voice: there already, in work, or begun now. */
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
