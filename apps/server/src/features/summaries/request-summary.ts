import { cancelFileErasure } from '../../database/erasures.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import { requireConfirmedAddress } from './confirmed-address.ts'
import {
  type CreateSummaryDeps,
  createSummaryCreator,
  type RequestedSummary,
  type SummaryRequest,
} from './create-summary.ts'
import { enqueueStep } from './enqueue.ts'
import { findOrStartRecap } from './find-or-start-recap.ts'
import type { FollowUp } from './follow-ups.ts'
import { readCaptions, transcribeAudio, writeSummary } from './job-kinds.ts'
import { freshForMs } from './jobs.ts'
import { isUploadId, recordingKey, requestKey } from './keys.ts'
import type { SummaryKillPoint } from './kill-points.ts'
import type { QueueLimit } from './queue-limit.ts'
import { publishRecapChange } from './recap-changes.ts'
import { ensureVideo, joinOrStartRecap, lockDueRecaps, type RecapRow } from './recaps-repository.ts'
import { findSummaryForRequest, type SummaryRow, updateSummary } from './summaries-repository.ts'
import { isBlockedVideo } from './visibility.ts'

export interface RequestSummaryDeps extends CreateSummaryDeps {
  transcriber: Transcriber | undefined
  queueLimit: QueueLimit
  passed(point: SummaryKillPoint): void
}

const wokenAtOnce = 500

export function createSummaryRequests(deps: RequestSummaryDeps) {
  const { db, clock, summarizer } = deps
  const { lockAndFindExisting, createSummary, attachToRecap } = createSummaryCreator(deps)

  /** Returns the user's summary of a video, or creates one on a recap that is readable, in progress or started now. */
  async function request(userId: number, options: SummaryRequest): Promise<RequestedSummary> {
    const requested = await db
      .transaction()
      .execute(trx => requestInTransaction(trx, userId, { ...options, origin: 'request' }))
    deps.passed('entry-accepted')
    return requested
  }

  /** `request` in the transaction of the caller. Throws if the quota is used up, which rolls the transaction back. */
  async function requestInTransaction(
    trx: Trx,
    userId: number,
    options: SummaryRequest & { origin: 'request' | 'schedule'; followUp?: FollowUp },
  ): Promise<RequestedSummary> {
    const key = requestKey({ ...options, engine: summarizer.id })
    const existing = await lockAndFindExisting(trx, userId, key)
    if (existing) return { id: existing.id, isNew: false }
    await ensureVideo(trx, options.videoId)
    if (await isBlockedVideo(trx, options.videoId)) throw new AppError('blocked')
    const now = clock.now()
    const { recap, started } = await findOrStartRecap(trx, { ...newRecap(key, options), now }, freshSince(now))
    if (started && options.origin === 'request') await deps.queueLimit.takeRoom(trx)
    const id = await createSummary(trx, userId, recap, options)
    if (started) await enqueueStep(trx, deps.queue, readCaptions, recap.id)
    return { id, isNew: true }
  }

  /** Retries a failed or cancelled summary, charged to the current month. The caller must have locked the user. */
  async function retry(trx: Trx, summary: SummaryRow): Promise<void> {
    const now = clock.now()
    const options = { videoId: summary.video_id, preset: summary.preset, focus: summary.focus }
    const key = requestKey({ ...options, engine: summarizer.id })
    const other = await findSummaryForRequest(trx, summary.user_id, key)
    if (other && other.id !== summary.id)
      throw new AppError('invalid_request', 'You already have a newer summary of this video.')
    if (await isBlockedVideo(trx, summary.video_id)) throw new AppError('blocked')
    await requireConfirmedAddress(trx, summary.user_id, deps)
    const isUpload = summary.owner_id !== null
    const recapOptions = { ...newRecap(key, options), now }
    const { recap, started } = isUpload
      ? await joinOrStartRecap(trx, {
          ...recapOptions,
          ...(summary.transcript_id ? { transcriptId: summary.transcript_id } : {}),
        })
      : await findOrStartRecap(trx, recapOptions, freshSince(now))
    if (started) await deps.queueLimit.takeRoom(trx)
    const step = await firstStep(trx, summary)
    await updateSummary(trx, summary.id, { recap_id: recap.id, audio_id: null, cancelled_at: null }, now)
    await attachToRecap(trx, summary.user_id, { id: summary.id, max_length: summary.max_length }, recap)
    if (started) await enqueueStep(trx, deps.queue, step, recap.id)
    await publishRecapChange(trx, recap.id)
  }

  /** The step at which a retried summary starts. A recording whose transcription failed is stored for a day. */
  async function firstStep(trx: Trx, { video_id, owner_id, transcript_id }: SummaryRow) {
    if (owner_id === null) return readCaptions
    if (transcript_id !== null) return writeSummary
    if (deps.transcriber && (await cancelFileErasure(trx, recordingKey(video_id), clock.now()))) return transcribeAudio
    throw new AppError('invalid_request', 'We no longer have this recording. Upload it again.')
  }

  const newRecap = (
    requestKey: string,
    { videoId, preset, focus }: Pick<SummaryRequest, 'videoId' | 'preset' | 'focus'>,
  ) => ({
    requestKey,
    videoId,
    engine: summarizer.id,
    preset,
    focus,
  })

  async function wakeDeferred(): Promise<void> {
    await db.transaction().execute(async trx => {
      for (const recap of await lockDueRecaps(trx, clock.now(), wokenAtOnce))
        await enqueueStep(trx, deps.queue, nextStep(recap), recap.id)
    })
  }

  return { request, requestInTransaction, retry, wakeDeferred }
}

const freshSince = (now: Date): Date => new Date(now.getTime() - freshForMs)

/** The step at which a deferred recap resumes. */
function nextStep({ video_id, transcript_id }: Pick<RecapRow, 'video_id' | 'transcript_id'>) {
  if (transcript_id !== null) return writeSummary
  return isUploadId(video_id) ? transcribeAudio : readCaptions
}
