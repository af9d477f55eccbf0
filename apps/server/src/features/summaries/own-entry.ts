import type { Rating } from '@recaps/contract/summaries'
import type { SummaryContent } from '@recaps/contract/summary-content'
import { isLost } from '../../database/is-lost.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Signer } from '../../ports/signer.ts'
import { lockCaller } from './account-lock.ts'
import { reviveAudio } from './audios-repository.ts'
import { tellChange } from './changes.ts'
import { requireConfirmed } from './confirmed-first.ts'
import { enqueueAudio } from './enqueue.ts'
import { letSoundGo } from './kept-sound.ts'
import { keepTaken, release } from './ledger.ts'
import { forgetNotes } from './notebook.ts'
import { rate } from './rating.ts'
import { cancelRecap, lockRecap } from './recaps-repository.ts'
import {
  type EntryRow,
  findContent,
  findDeletedEntry,
  findEntry,
  findEntryForRequest,
  isReadable,
  updateEntry,
  waitingEntries,
} from './repository.ts'
import type { createRequesting, RequestingDeps } from './requesting.ts'
import { type RestoringDeps, restoreAudio } from './restoring.ts'
import { audioFor } from './settle.ts'
import { tellSettled } from './settled.ts'
import { mintShareToken, readShareToken, revivedToken } from './share-token.ts'
import { refuseShare } from './visibility.ts'

const undoForMs = 24 * 3600 * 1000

/** One and the same 404, whether the entry is another user's, deleted, or was never there. */
export const missing = () => new AppError('not_found')

export interface OwnEntryDeps extends RequestingDeps, RestoringDeps {
  signer: Signer
}

/** What its owner does to an entry: mark, judge, share, hear in another voice, delete, take that back, cancel, try again. Locks go user → recap → entries, as everywhere. */
export function createOwnEntry(deps: OwnEntryDeps, requesting: ReturnType<typeof createRequesting>) {
  const { db, clock } = deps

  /** Runs on the entry as it is once nobody else can change it: what was read before may be out of date. */
  const alone = <T>(userId: number, id: number, change: (trx: Trx, row: EntryRow, now: Date) => Promise<T>) =>
    db.transaction().execute(async trx => {
      await lockCaller(trx, userId)
      const seen = await findEntry(trx, userId, id)
      if (seen && isInWork(seen)) await lockRecap(trx, seen.recap_id)
      const row = await findEntry(trx, userId, id)
      if (!row) throw missing()
      return await change(trx, row, clock.now())
    })

  /**
   * The token that there is stays the same, however often it is asked for; sharing anew after a revocation makes another,
   * unless it names the one that was revoked last.
   */
  async function share(trx: Trx, row: EntryRow, wanted: boolean, token?: string | null) {
    if (!wanted) return { share_hash: null }
    const reason = await refuseShare(trx, row)
    if (reason) throw new AppError('not_shareable', reason)
    if (readShareToken(row, deps.signer)) return {}
    return (token && revivedToken(row, token, deps.signer)) || mintShareToken(row.id, deps.signer)
  }

  /** The sound of this entry from now on. Where one stopped listening is another moment in it, so that begins anew. */
  async function readIn(trx: Trx, row: EntryRow, voiceId: string, now: Date) {
    await requireConfirmed(trx, row.user_id, deps)
    const voice = deps.voices.named(voiceId)
    const content = isReadable(row) ? (await findContent(trx, row.recap_id))?.content : null
    if (!content)
      throw new AppError('invalid_request', 'There is no text to read aloud yet. Try again when it is ready.')
    const recap = { id: row.recap_id, content: content as SummaryContent, maxLength: row.max_length }
    const audio = await audioFor(trx, recap, voice, deps, now)
    return audio.id === row.audio_id ? {} : { audio_id: audio.id, listened_ms: 0 }
  }

  const isAudioLost = async ({ mp3_key, timings_key }: EntryRow): Promise<boolean> =>
    (mp3_key !== null && (await isLost(deps.storage, mp3_key))) ||
    (timings_key !== null && (await isLost(deps.storage, timings_key)))

  return {
    async change(
      userId: number,
      id: number,
      change: {
        readPosition?: number | null
        listenedMs?: number | null
        unread?: boolean | null
        shared?: boolean | null
        shareToken?: string | null
        voice?: string | null
        rating?: Rating | 'none' | null
      },
    ): Promise<void> {
      const isJudged = await alone(userId, id, async (trx, row, now) => {
        await updateEntry(
          trx,
          row.id,
          {
            ...(change.readPosition == null ? {} : { read_position: change.readPosition }),
            ...(change.listenedMs == null ? {} : { listened_ms: change.listenedMs }),
            ...(change.unread == null ? {} : { opened_at: change.unread ? null : now }),
            ...(change.shared == null ? {} : await share(trx, row, change.shared, change.shareToken)),
            ...(change.voice == null ? {} : await readIn(trx, row, change.voice, now)),
          },
          now,
        )
        if (change.voice != null) await tellChange(trx, row.recap_id)
        return change.rating != null && (await rate(trx, row, change.rating, now))
      })
      if (isJudged) deps.metrics.summaryRated(change.rating!)
    },

    /** A deleted entry keeps its place in the month; one still in work is cancelled with it. */
    async delete(userId: number, id: number): Promise<void> {
      await alone(userId, id, async (trx, row, now) => {
        await updateEntry(trx, row.id, { deleted_at: now, ...(isInWork(row) ? { cancelled_at: now } : {}) }, now)
        if (isInWork(row)) await leaveRecap(trx, row, 'deleted', now)
        else await tellChange(trx, row.recap_id)
        await tellSettled(trx, row, 'ended', deps)
      })
    },

    /** Within a day, and unless the same video was asked for anew meanwhile. */
    async restore(userId: number, id: number): Promise<void> {
      await db.transaction().execute(async trx => {
        await lockCaller(trx, userId)
        const now = clock.now()
        const gone = await findDeletedEntry(trx, userId, id, new Date(now.getTime() - undoForMs))
        if (!gone || (await findEntryForRequest(trx, userId, gone.request_key))) throw missing()
        await updateEntry(trx, gone.id, { deleted_at: null }, now)
        await tellChange(trx, gone.recap_id)
      })
    },

    /** Stops an entry in work; one that is readable or ended already stays as it is. */
    async cancel(userId: number, id: number): Promise<void> {
      await alone(userId, id, async (trx, row, now) => {
        if (!isInWork(row)) return
        await updateEntry(trx, row.id, { cancelled_at: now }, now)
        await leaveRecap(trx, row, 'cancelled', now)
        await tellSettled(trx, row, 'ended', deps)
      })
      deps.passed('entry-cancelled')
    },

    /** A failed or cancelled entry starts over; audio that failed or is lost is made again; anything else is left alone. True when something began. */
    async retry(userId: number, id: number): Promise<boolean> {
      const entry = await findEntry(db, userId, id)
      // Before the transaction, which must not wait for the storage.
      if (entry?.state === 'ready' && entry.audio_state === 'ready' && (await isAudioLost(entry)))
        return await restoreAudio(entry.audio_id!, deps)
      return await alone(userId, id, async (trx, row, now) => {
        if (row.state === 'failed' || row.state === 'cancelled') await requesting.retry(trx, row)
        else if (row.audio_state === 'failed' && (await reviveAudio(trx, row.audio_id!, now))) {
          await enqueueAudio(trx, deps.queue, { id: row.audio_id!, recap_id: row.recap_id })
          await tellChange(trx, row.recap_id)
        } else return false
        return true
      })
    },
  }
}

/**
 * Takes an entry out of its recap, and ends the recap when nobody waits for it any more. The place in the month is given
 * back where that is due. The caller holds the recap's lock and read the row under it.
 */
export async function leaveRecap(
  trx: Trx,
  row: Pick<EntryRow, 'id' | 'recap_id' | 'refundable'>,
  reason: 'cancelled' | 'deleted',
  now: Date,
): Promise<void> {
  if (row.refundable) await release(trx, [row.id], reason, now)
  else await keepTaken(trx, row.id, reason, now)
  const others = await waitingEntries(trx, row.recap_id)
  if (others.length === 0) {
    const cancelled = await cancelRecap(trx, row.recap_id, now)
    if (cancelled) {
      await forgetNotes(trx, cancelled.id)
      await letSoundGo(trx, cancelled, { mayBeTriedAgain: true }, now)
    }
  }
  await tellChange(trx, row.recap_id)
}

const isInWork = (row: EntryRow): boolean => ['queued', 'working', 'deferred'].includes(row.state)
