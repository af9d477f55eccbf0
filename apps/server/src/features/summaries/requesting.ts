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
  const { takeTurn, enter, settleInto } = createEntering(deps)

  /** Asks for the summary of a video: the entry the user has, or a new one on a recap that is known, in work, or begun now. */
  async function request(userId: number, wish: Wish): Promise<Requested> {
    const requested = await db.transaction().execute(trx => requestIn(trx, userId, { ...wish, origin: 'request' }))
    deps.passed('entry-accepted')
    return requested
  }

  /** The same as part of what the caller does; throws, for the whole of it, where the month has no place left. */
  async function requestIn(
    trx: Trx,
    userId: number,
    wish: Wish & { origin: 'request' | 'schedule'; followUp?: FollowUp },
  ): Promise<Requested> {
    const key = requestKey({ ...wish, engine: summarizer.id })
    const existing = await takeTurn(trx, userId, key)
    if (existing) return { id: existing.id, isNew: false }
    await ensureVideo(trx, wish.videoId)
    if (await isBlockedVideo(trx, wish.videoId)) throw new AppError('blocked')
    const now = clock.now()
    const { recap, started } = await oneRecap(trx, { ...newRecap(key, wish), now }, freshSince(now))
    if (started && wish.origin === 'request') await deps.queueLimit.takeRoom(trx)
    const id = await enter(trx, userId, recap, wish)
    if (started) await enqueueStep(trx, deps.queue, readCaptions, recap.id)
    return { id, isNew: true }
  }

  /** Tries a failed or cancelled entry again, with a place in the month of now. The caller holds the user's lock. */
  async function retry(trx: Trx, entry: EntryRow): Promise<void> {
    const now = clock.now()
    const wish = { videoId: entry.video_id, preset: entry.preset, focus: entry.focus }
    const key = requestKey({ ...wish, engine: summarizer.id })
    const other = await findEntryForRequest(trx, entry.user_id, key)
    if (other && other.id !== entry.id)
      throw new AppError('invalid_request', 'You have a newer summary of this video already.')
    if (await isBlockedVideo(trx, entry.video_id)) throw new AppError('blocked')
    await requireConfirmed(trx, entry.user_id, deps)
    const isUpload = entry.owner_id !== null
    const wanted = { ...newRecap(key, wish), now }
    const { recap, started } = isUpload
      ? await joinOrStart(trx, { ...wanted, ...(entry.transcript_id ? { transcriptId: entry.transcript_id } : {}) })
      : await oneRecap(trx, wanted, freshSince(now))
    if (started) await deps.queueLimit.takeRoom(trx)
    const step = await firstStep(trx, entry)
    await updateEntry(trx, entry.id, { recap_id: recap.id, audio_id: null, cancelled_at: null }, now)
    await settleInto(trx, entry.user_id, { id: entry.id, max_length: entry.max_length }, recap)
    if (started) await enqueueStep(trx, deps.queue, step, recap.id)
    await tellChange(trx, recap.id)
  }

  /** What is done first about an entry that is tried again. A sound that failed is kept for a day. */
  async function firstStep(trx: Trx, { video_id, owner_id, transcript_id }: EntryRow) {
    if (owner_id === null) return readCaptions
    if (transcript_id !== null) return writeSummary
    if (deps.transcriber && (await keepFile(trx, soundOf(video_id), clock.now()))) return transcribeAudio
    throw new AppError('invalid_request', 'The recording is not kept any more. Upload it again.')
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

  return { request, requestIn, retry, wakeDeferred }
}

const freshSince = (now: Date): Date => new Date(now.getTime() - freshForMs)

/** Where a recap that was put off goes on. */
function nextStep({ video_id, transcript_id }: Pick<RecapRow, 'video_id' | 'transcript_id'>) {
  if (transcript_id !== null) return writeSummary
  return isUploadId(video_id) ? transcribeAudio : readCaptions
}
