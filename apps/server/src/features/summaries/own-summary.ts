import type { Rating } from '@recaps/contract/summaries'
import type { SummaryContent } from '@recaps/contract/summary-content'
import { isMissingInStorage } from '../../database/is-missing-in-storage.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Signer } from '../../ports/signer.ts'
import { lockCaller } from './account-lock.ts'
import { resetAudio } from './audios-repository.ts'
import { ensureAudio } from './complete-recap.ts'
import { requireConfirmedAddress } from './confirmed-address.ts'
import { enqueueAudio } from './enqueue.ts'
import { dispatchFollowUps } from './follow-ups.ts'
import { deleteLlmCheckpoint } from './llm-checkpoint.ts'
import { type LostFilesDeps, restoreAudio } from './lost-files.ts'
import { chargeCancelledSummary, releaseQuota } from './quota-ledger.ts'
import { rateSummary } from './rate-summary.ts'
import { publishRecapChange } from './recap-changes.ts'
import { cancelRecap, lockRecap } from './recaps-repository.ts'
import { releaseRecording } from './release-recording.ts'
import type { createSummaryRequests, RequestSummaryDeps } from './request-summary.ts'
import { mintShareToken, readShareToken, restoreShareToken } from './share-token.ts'
import {
  findContent,
  findDeletedSummary,
  findSummary,
  findSummaryForRequest,
  isReadable,
  lockWaitingSummaries,
  type SummaryRow,
  updateSummary,
} from './summaries-repository.ts'
import { reasonNotShareable } from './visibility.ts'

const undoForMs = 24 * 3600 * 1000

/** The same 404 whether the summary belongs to another user, was deleted, or never existed. */
export const summaryNotFound = () => new AppError('not_found')

export interface OwnSummaryDeps extends RequestSummaryDeps, LostFilesDeps {
  signer: Signer
}

/**
 * Actions of the owner of a summary: change, rate, share, switch the voice, delete, restore, cancel, retry. Lock order:
 * user, recap, summaries.
 */
export function createOwnSummaries(deps: OwnSummaryDeps, requesting: ReturnType<typeof createSummaryRequests>) {
  const { db, clock } = deps

  /** Runs `change` on the locked summary, read again under the lock. Throws `not_found`. */
  const withLockedSummary = <T>(
    userId: number,
    id: number,
    change: (trx: Trx, row: SummaryRow, now: Date) => Promise<T>,
  ) =>
    db.transaction().execute(async trx => {
      await lockCaller(trx, userId)
      const unlocked = await findSummary(trx, userId, id)
      if (unlocked && isInProgress(unlocked)) await lockRecap(trx, unlocked.recap_id)
      const row = await findSummary(trx, userId, id)
      if (!row) throw summaryNotFound()
      return await change(trx, row, clock.now())
    })

  /**
   * A shared summary keeps its token. Sharing again after revocation creates a new token, unless `token` is the one that
   * was revoked last: that undoes the revocation.
   */
  async function share(trx: Trx, row: SummaryRow, isShared: boolean, token?: string | null) {
    if (!isShared) return { share_hash: null }
    const reason = await reasonNotShareable(trx, row)
    if (reason) throw new AppError('not_shareable', reason)
    if (readShareToken(row, deps.signer)) return {}
    return (token && restoreShareToken(row, token, deps.signer)) || mintShareToken(row.id, deps.signer)
  }

  /** Switches the voice. Timings differ between voices, so the playback position is reset. */
  async function switchVoice(trx: Trx, row: SummaryRow, voiceId: string, now: Date) {
    await requireConfirmedAddress(trx, row.user_id, deps)
    const voice = deps.voices.byId(voiceId)
    const content = isReadable(row) ? (await findContent(trx, row.recap_id))?.content : null
    if (!content)
      throw new AppError('invalid_request', 'There is no text to read aloud yet. Try again when it is ready.')
    const recap = { id: row.recap_id, content: content as SummaryContent, maxLength: row.max_length }
    const audio = await ensureAudio(trx, recap, voice, deps, now)
    return audio.id === row.audio_id ? {} : { audio_id: audio.id, listened_ms: 0 }
  }

  const isAudioLost = async ({ mp3_key, timings_key }: SummaryRow): Promise<boolean> =>
    (mp3_key !== null && (await isMissingInStorage(deps.storage, mp3_key))) ||
    (timings_key !== null && (await isMissingInStorage(deps.storage, timings_key)))

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
      const isRated = await withLockedSummary(userId, id, async (trx, row, now) => {
        await updateSummary(
          trx,
          row.id,
          {
            ...(change.readPosition == null ? {} : { read_position: change.readPosition }),
            ...(change.listenedMs == null ? {} : { listened_ms: change.listenedMs }),
            ...(change.unread == null ? {} : { opened_at: change.unread ? null : now }),
            ...(change.shared == null ? {} : await share(trx, row, change.shared, change.shareToken)),
            ...(change.voice == null ? {} : await switchVoice(trx, row, change.voice, now)),
          },
          now,
        )
        if (change.voice != null) await publishRecapChange(trx, row.recap_id)
        return change.rating != null && (await rateSummary(trx, row, change.rating, now))
      })
      if (isRated) deps.metrics.summaryRated(change.rating!)
    },

    /** Soft-deletes a summary. A readable one is not refunded; one in progress is cancelled, with a refund if it is due. */
    async delete(userId: number, id: number): Promise<void> {
      await withLockedSummary(userId, id, async (trx, row, now) => {
        await updateSummary(trx, row.id, { deleted_at: now, ...(isInProgress(row) ? { cancelled_at: now } : {}) }, now)
        if (isInProgress(row)) await detachFromRecap(trx, row, 'deleted', now)
        else await publishRecapChange(trx, row.recap_id)
        await dispatchFollowUps(trx, row, 'ended', deps)
      })
    },

    /** Undoes a deletion within a day, unless the same summary was requested again since then. */
    async restore(userId: number, id: number): Promise<void> {
      await db.transaction().execute(async trx => {
        await lockCaller(trx, userId)
        const now = clock.now()
        const deleted = await findDeletedSummary(trx, userId, id, new Date(now.getTime() - undoForMs))
        if (!deleted || (await findSummaryForRequest(trx, userId, deleted.request_key))) throw summaryNotFound()
        await updateSummary(trx, deleted.id, { deleted_at: null }, now)
        await publishRecapChange(trx, deleted.recap_id)
      })
    },

    /** Cancels a summary in progress; does nothing if it is readable or has ended already. */
    async cancel(userId: number, id: number): Promise<void> {
      await withLockedSummary(userId, id, async (trx, row, now) => {
        if (!isInProgress(row)) return
        await updateSummary(trx, row.id, { cancelled_at: now }, now)
        await detachFromRecap(trx, row, 'cancelled', now)
        await dispatchFollowUps(trx, row, 'ended', deps)
      })
      deps.passed('entry-cancelled')
    },

    /**
     * Restarts a failed or cancelled summary, or audio that failed or is lost. Returns false if there was nothing to
     * restart.
     */
    async retry(userId: number, id: number): Promise<boolean> {
      const summary = await findSummary(db, userId, id)
      // Outside the transaction, which must not wait for the storage.
      if (summary?.state === 'ready' && summary.audio_state === 'ready' && (await isAudioLost(summary)))
        return await restoreAudio(summary.audio_id!, deps)
      return await withLockedSummary(userId, id, async (trx, row, now) => {
        if (row.state === 'failed' || row.state === 'cancelled') await requesting.retry(trx, row)
        else if (row.audio_state === 'failed' && (await resetAudio(trx, row.audio_id!, now))) {
          await enqueueAudio(trx, deps.queue, { id: row.audio_id!, recap_id: row.recap_id })
          await publishRecapChange(trx, row.recap_id)
        } else return false
        return true
      })
    },
  }
}

/**
 * Detaches a summary from its recap, with a refund if it is due, and cancels the recap if no other summary waits for it.
 * The caller must have locked the recap and read `row` under that lock.
 */
export async function detachFromRecap(
  trx: Trx,
  row: Pick<SummaryRow, 'id' | 'recap_id' | 'refundable'>,
  reason: 'cancelled' | 'deleted',
  now: Date,
): Promise<void> {
  if (row.refundable) await releaseQuota(trx, [row.id], reason, now)
  else await chargeCancelledSummary(trx, row.id, reason, now)
  const others = await lockWaitingSummaries(trx, row.recap_id)
  if (others.length === 0) {
    const cancelled = await cancelRecap(trx, row.recap_id, now)
    if (cancelled) {
      await deleteLlmCheckpoint(trx, cancelled.id)
      await releaseRecording(trx, cancelled, { canRetry: true }, now)
    }
  }
  await publishRecapChange(trx, row.recap_id)
}

const isInProgress = (row: SummaryRow): boolean => ['queued', 'working', 'deferred'].includes(row.state)
