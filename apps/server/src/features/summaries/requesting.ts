import { keepFile } from '../../database/erasures.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import { tellChange } from './changes.ts'
import { requireConfirmed } from './confirmed-first.ts'
import { enqueueStep } from './enqueue.ts'
import { createEntering, type EnteringDeps, type Requested, type Wish } from './entering.ts'
import { readCaptions, transcribeAudio, writeSummary } from './job-kinds.ts'
import { freshForMs } from './jobs.ts'
import { isUploadId, requestKey, soundOf } from './keys.ts'
import { oneRecap } from './one-recap.ts'
import type { Point } from './points.ts'
import type { QueueLimit } from './queue-limit.ts'
import { ensureVideo, joinOrStart, type RecapRow, takeDue } from './recaps-repository.ts'
import { type EntryRow, findEntryForRequest, updateEntry } from './repository.ts'
import type { FollowUp } from './settled.ts'
import { isBlockedVideo } from './visibility.ts'

export interface RequestingDeps extends EnteringDeps {
  transcriber: Transcriber | undefined
  queueLimit: QueueLimit
  passed(point: Point): void
}

const wokenAtOnce = 500

export function createRequesting(deps: RequestingDeps) {
  const { db, clock, summarizer } = deps
  const { lockAndFindExisting, createSummary, attachToRecap } = createEntering(deps)

  /** Returns the user's summary of a video, or creates one on a recap that is readable, in progress or started now. */
  async function request(userId: number, options: Wish): Promise<Requested> {
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
    options: Wish & { origin: 'request' | 'schedule'; followUp?: FollowUp },
  ): Promise<Requested> {
    const key = requestKey({ ...options, engine: summarizer.id })
    const existing = await lockAndFindExisting(trx, userId, key)
    if (existing) return { id: existing.id, isNew: false }
    await ensureVideo(trx, options.videoId)
    if (await isBlockedVideo(trx, options.videoId)) throw new AppError('blocked')
    const now = clock.now()
    const { recap, started } = await oneRecap(trx, { ...newRecap(key, options), now }, freshSince(now))
    if (started && options.origin === 'request') await deps.queueLimit.takeRoom(trx)
    const id = await createSummary(trx, userId, recap, options)
    if (started) await enqueueStep(trx, deps.queue, readCaptions, recap.id)
    return { id, isNew: true }
  }

  /** Retries a failed or cancelled summary, charged to the current month. The caller must have locked the user. */
  async function retry(trx: Trx, summary: EntryRow): Promise<void> {
    const now = clock.now()
    const options = { videoId: summary.video_id, preset: summary.preset, focus: summary.focus }
    const key = requestKey({ ...options, engine: summarizer.id })
    const other = await findEntryForRequest(trx, summary.user_id, key)
    if (other && other.id !== summary.id)
      throw new AppError('invalid_request', 'You already have a newer summary of this video.')
    if (await isBlockedVideo(trx, summary.video_id)) throw new AppError('blocked')
    await requireConfirmed(trx, summary.user_id, deps)
    const isUpload = summary.owner_id !== null
    const recapOptions = { ...newRecap(key, options), now }
    const { recap, started } = isUpload
      ? await joinOrStart(trx, {
          ...recapOptions,
          ...(summary.transcript_id ? { transcriptId: summary.transcript_id } : {}),
        })
      : await oneRecap(trx, recapOptions, freshSince(now))
    if (started) await deps.queueLimit.takeRoom(trx)
    const step = await firstStep(trx, summary)
    await updateEntry(trx, summary.id, { recap_id: recap.id, audio_id: null, cancelled_at: null }, now)
    await attachToRecap(trx, summary.user_id, { id: summary.id, max_length: summary.max_length }, recap)
    if (started) await enqueueStep(trx, deps.queue, step, recap.id)
    await tellChange(trx, recap.id)
  }

  /** The step at which a retried summary starts. A recording whose transcription failed is stored for a day. */
  async function firstStep(trx: Trx, { video_id, owner_id, transcript_id }: EntryRow) {
    if (owner_id === null) return readCaptions
    if (transcript_id !== null) return writeSummary
    if (deps.transcriber && (await keepFile(trx, soundOf(video_id), clock.now()))) return transcribeAudio
    throw new AppError('invalid_request', 'We no longer have this recording. Upload it again.')
  }

  const newRecap = (requestKey: string, { videoId, preset, focus }: Pick<Wish, 'videoId' | 'preset' | 'focus'>) => ({
    requestKey,
    videoId,
    engine: summarizer.id,
    preset,
    focus,
  })

  async function wakeDeferred(): Promise<void> {
    await db.transaction().execute(async trx => {
      for (const recap of await takeDue(trx, clock.now(), wokenAtOnce))
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
