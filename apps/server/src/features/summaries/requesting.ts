import type { SummaryContent } from '@recaps/contract/summary-content'
import { monthlyLimitSentence } from '@recaps/domain/quota'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { tellChange } from './changes.ts'
import { enqueueStep } from './enqueue.ts'
import { readCaptions, writeSummary } from './job-kinds.ts'
import { freshForMs } from './jobs.ts'
import { folderOfUpload, recapKey, requestKey, uploadId } from './keys.ts'
import { release, reserve } from './ledger.ts'
import type { Point } from './points.ts'
import {
  ensureVideo,
  findReadable,
  joinOrStart,
  type RecapRow,
  saveTranscript,
  saveVideo,
  takeDue,
} from './recaps-repository.ts'
import { type EntryRow, findEntryForRequest, insertEntry, lockUser, updateEntry } from './repository.ts'
import { deliver, type SettleDeps } from './settle.ts'
import { isBlockedVideo } from './visibility.ts'

export interface RequestingDeps extends SettleDeps {
  db: Db
  clock: Clock
  subscriptions: Subscriptions
  storage: Storage
  transcripts: Transcripts
  passed(point: Point): void
}

export interface Wish {
  videoId: string
  preset: string
  maxLength: number
  focus: string | null
}

export type Requested = { id: number; isNew: boolean }

const wokenAtOnce = 500
const endedStates: readonly string[] = ['failed', 'cancelled']

export function createRequesting(deps: RequestingDeps) {
  const { db, clock, subscriptions, summarizer } = deps

  /** Asks for the summary of a video: the entry the user has, or a new one on a recap that is known, in work, or begun now. */
  async function request(userId: number, wish: Wish): Promise<Requested> {
    const key = requestKey({ ...wish, engine: summarizer.id })
    const requested = await db.transaction().execute(async trx => {
      const existing = await takeTurn(trx, userId, key)
      if (existing) return { id: existing.id, isNew: false }
      await ensureVideo(trx, wish.videoId)
      if (await isBlockedVideo(trx, wish.videoId)) throw new AppError('blocked')
      const { recap, started } = await recapFor(trx, key, wish)
      const id = await enter(trx, userId, recap, { ...wish, origin: 'request' })
      if (started) await enqueueStep(trx, deps.queue, readCaptions, recap.id)
      return { id, isNew: true }
    })
    deps.passed('entry-accepted')
    return requested
  }

  /** Summarises a caption file: private to its owner, never shared, and readable without asking anybody outside. */
  async function upload(
    userId: number,
    file: { body: Uint8Array; name: string | null; title: string | null } & Omit<Wish, 'videoId'>,
  ): Promise<Requested> {
    const read = await deps.transcripts.read({
      kind: 'uploaded',
      language: 'und',
      body: file.body,
      ...(file.name ? { fileName: file.name } : {}),
    })
    const videoId = uploadId(userId, read.hash)
    const storageKey = `transcripts/${folderOfUpload(videoId)}.json.gz`
    await deps.storage.put(storageKey, read.packed)
    const key = requestKey({ ...file, videoId, engine: summarizer.id })
    return await db.transaction().execute(async trx => {
      const existing = await takeTurn(trx, userId, key)
      if (existing) return { id: existing.id, isNew: false }
      const now = clock.now()
      await saveVideo(trx, uploadedVideo(videoId, userId, file.title ?? titleOf(file.name), read.spokenUntilMs), now)
      const transcript = await saveTranscript(trx, {
        video_id: videoId,
        kind: 'uploaded',
        language: read.language,
        hash: read.hash,
        words: read.words,
        spoken_until_ms: read.spokenUntilMs,
        storage_key: storageKey,
        provider: 'upload',
        fetched_at: now,
      })
      const known = await findReadable(trx, key, new Date(0))
      const { recap, started } = known
        ? { recap: known, started: false }
        : await joinOrStart(trx, {
            requestKey: key,
            videoId,
            engine: summarizer.id,
            preset: file.preset,
            focus: file.focus,
            transcriptId: transcript.id,
            recapKey: recapKey(key, read.hash),
            now,
          })
      const id = await enter(trx, userId, recap, {
        videoId,
        preset: file.preset,
        focus: file.focus,
        maxLength: file.maxLength,
        origin: 'upload',
      })
      if (started) await enqueueStep(trx, deps.queue, writeSummary, recap.id)
      return { id, isNew: true }
    })
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
    const isUpload = entry.owner_id !== null
    const known = isUpload ? undefined : await findReadable(trx, key, new Date(now.getTime() - freshForMs))
    const { recap, started } = known
      ? { recap: known, started: false }
      : await joinOrStart(trx, {
          requestKey: key,
          videoId: entry.video_id,
          engine: summarizer.id,
          preset: entry.preset,
          focus: entry.focus,
          ...(isUpload && entry.transcript_id ? { transcriptId: entry.transcript_id } : {}),
          now,
        })
    await updateEntry(trx, entry.id, { recap_id: recap.id, audio_id: null, cancelled_at: null }, now)
    await settleInto(trx, entry.user_id, { id: entry.id, max_length: entry.max_length }, recap)
    if (started) await enqueueStep(trx, deps.queue, isUpload ? writeSummary : readCaptions, recap.id)
    await tellChange(trx, recap.id)
  }

  /** One user's requests one after the other; a failed entry makes room for the new one. */
  async function takeTurn(trx: Trx, userId: number, key: string): Promise<EntryRow | null> {
    await lockUser(trx, userId)
    const entry = await findEntryForRequest(trx, userId, key)
    if (!entry) return null
    if (!endedStates.includes(entry.state)) return entry
    const now = clock.now()
    await updateEntry(trx, entry.id, { deleted_at: now }, now)
    await release(trx, [entry.id], 'replaced', now)
    return null
  }

  async function recapFor(trx: Trx, key: string, wish: Wish): Promise<{ recap: RecapRow; started: boolean }> {
    const now = clock.now()
    const known = await findReadable(trx, key, new Date(now.getTime() - freshForMs))
    if (known) return { recap: known, started: false }
    return await joinOrStart(trx, {
      requestKey: key,
      videoId: wish.videoId,
      engine: summarizer.id,
      preset: wish.preset,
      focus: wish.focus,
      now,
    })
  }

  async function enter(
    trx: Trx,
    userId: number,
    recap: RecapRow,
    wish: Wish & { origin: EntryRow['origin'] },
  ): Promise<number> {
    const { id } = await insertEntry(trx, { ...wish, userId, recapId: recap.id, now: clock.now() })
    await settleInto(trx, userId, { id, max_length: wish.maxLength }, recap)
    return id
  }

  async function settleInto(
    trx: Trx,
    userId: number,
    entry: { id: number; max_length: number },
    recap: RecapRow,
  ): Promise<void> {
    const now = clock.now()
    const plan = await subscriptions.activePlan(userId, trx)
    const reserved = await reserve(trx, { userId, summaryId: entry.id, limit: plan.summariesPerMonth, now })
    if (!reserved) throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
    if (recap.state === 'readable')
      await deliver(
        trx,
        { ...entry, user_id: userId },
        { id: recap.id, content: recap.content as SummaryContent },
        deps,
        now,
      )
  }

  async function wakeDeferred(): Promise<void> {
    await db.transaction().execute(async trx => {
      for (const recap of await takeDue(trx, clock.now(), wokenAtOnce))
        await enqueueStep(trx, deps.queue, recap.transcript_id === null ? readCaptions : writeSummary, recap.id)
    })
  }

  return { request, upload, retry, wakeDeferred }
}

const titleOf = (fileName: string | null): string =>
  fileName?.replace(/\.(vtt|srt|json3?|xml|txt)$/i, '').trim() || 'Uploaded captions'

const uploadedVideo = (videoId: string, ownerId: number, title: string, durationMs: number) => ({
  videoId,
  ownerId,
  title,
  channelId: null,
  channel: 'Your file',
  description: null,
  durationMs,
  viewCount: null,
  publishedAt: null,
  isPublic: false,
  chapters: [],
  captionLanguages: null,
})
