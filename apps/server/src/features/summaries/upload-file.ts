import { randomUUID } from 'node:crypto'
import { captionFileTypes } from '@recaps/domain/captions/file-names'
import {
  cancelFileErasure,
  eraseRejectedFile,
  isErasureScheduled,
  scheduleFileErasure,
} from '../../database/erasures.ts'
import { isMissingInStorage } from '../../database/is-missing-in-storage.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import type { UploadBuffer } from '../../ports/upload-buffer.ts'
import type { Logger } from '../../telemetry/logger.ts'
import {
  type CreateSummaryDeps,
  createSummaryCreator,
  type RequestedSummary,
  type SummaryRequest,
} from './create-summary.ts'
import { enqueueStep } from './enqueue.ts'
import { findOrStartRecap } from './find-or-start-recap.ts'
import { transcribeAudio, writeSummary } from './job-kinds.ts'
import { recapKey, recordingKey, requestKey, uploadFolder, uploadId } from './keys.ts'
import type { QueueLimit } from './queue-limit.ts'
import {
  awaitsTranscription,
  findTranscriptByHash,
  findTranscription,
  replaceTranscriptFile,
  saveTranscript,
  saveVideo,
  type TranscriptRow,
} from './recaps-repository.ts'

export interface UploadFileDeps extends CreateSummaryDeps {
  storage: Storage
  transcripts: Transcripts
  transcriber: Transcriber | undefined
  uploadBuffer: UploadBuffer
  queueLimit: QueueLimit
  logger: Logger
}

/** An uploaded file and the requested form of its summary. */
export interface Upload<Body> extends Omit<SummaryRequest, 'videoId'> {
  body: Body
  name: string | null
  title: string | null
}

/** Far more than any upload needs to be received and stored. */
const storedWithinMs = 24 * 3600 * 1000

/** Summarizes files of users. They are private, cannot be shared, and only their text is stored for good. */
export function createUploads(deps: UploadFileDeps) {
  const { db, clock, queue, storage, summarizer } = deps
  const { lockAndFindExisting, requireQuota, createSummary } = createSummaryCreator(deps)

  /**
   * Stores a file and runs `work` in a transaction. Unless `work` calls `cancelErasure`, the file is erased before this
   * returns or throws. If the process is killed, housekeeping erases it.
   */
  async function withStoredFile<T>(
    { name, videoId }: { name: string; videoId: string },
    content: Parameters<Storage['put']>[1],
    work: (trx: Trx) => Promise<T>,
  ): Promise<T> {
    // True if another request is storing the same recording, or if it is stored for a retry. Then we must not erase it.
    const isShared = await isErasureScheduled(db, name)
    const scheduleErasure = () => scheduleFileErasure(db, [name], new Date(clock.now().getTime() + storedWithinMs))
    await scheduleErasure()
    try {
      await storage.put(name, content)
      return await db.transaction().execute(work)
    } finally {
      // The other request may have erased the file, and its scheduled erasure, before we wrote ours.
      const cleanup = !isShared
        ? discard(name, videoId)
        : awaitsTranscription(db, videoId).then(isAwaited => (isAwaited ? undefined : scheduleErasure()))
      await cleanup.catch(error => deps.logger.warn({ err: error }, 'erasing a rejected upload failed'))
    }
  }

  /** All uploads of one recording share a file name, so the file stays while another upload waits for its transcription. */
  async function discard(name: string, videoId: string): Promise<void> {
    if (await awaitsTranscription(db, videoId)) await cancelFileErasure(db, name, clock.now())
    else await eraseRejectedFile(db, storage, name, clock.now())
  }

  async function cancelErasure(trx: Trx, name: string): Promise<void> {
    // A concurrent upload of the same file was rejected and has erased it.
    if (!(await cancelFileErasure(trx, name, clock.now())))
      throw new AppError('unavailable', undefined, { retryAfterSeconds: 2 })
  }

  async function uploadCaptions(userId: number, file: Upload<AsyncIterable<Uint8Array>>): Promise<RequestedSummary> {
    const read = await deps.transcripts.read({
      kind: 'uploaded',
      language: 'und',
      body: await receiveBytes(file.body),
      ...(file.name ? { fileName: file.name } : {}),
    })
    const videoId = uploadId(userId, read.hash)
    const key = requestKey({ ...file, videoId, engine: summarizer.id })
    await requireQuota(userId, key)
    // A unique name, so that erasing a rejected upload cannot delete the captions of an accepted one.
    const storageKey = `transcripts/${uploadFolder(videoId)}-${randomUUID()}.json.gz`
    const lost = await onlyIfLost(await findTranscriptByHash(db, videoId, read.hash))
    return await withStoredFile({ name: storageKey, videoId }, read.packed, async trx => {
      const existing = await lockAndFindExisting(trx, userId, key)
      const isRestored = lost !== undefined && (await replaceTranscriptFile(trx, lost, { storage_key: storageKey }))
      if (isRestored) await cancelErasure(trx, storageKey)
      if (existing) return { id: existing.id, isNew: false }
      const now = clock.now()
      const title = file.title ?? titleFrom(file.name, 'Uploaded captions')
      await saveVideo(trx, videoOfUpload(videoId, userId, title, read.spokenUntilMs), now)
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
      if (transcript.storage_key === storageKey && !isRestored) await cancelErasure(trx, storageKey)
      return await startSummary(trx, userId, { ...file, videoId, key }, transcript)
    })
  }

  /** Users may upload a file again because its transcript was lost. */
  const onlyIfLost = async (known: TranscriptRow | undefined): Promise<TranscriptRow | undefined> =>
    known && (await isMissingInStorage(storage, known.storage_key)) ? known : undefined

  /** Buffers the upload on disk, so that slow uploads do not occupy memory until they are complete. */
  async function receiveBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
    const buffered = await deps.uploadBuffer.write(body)
    try {
      return Buffer.concat(await Array.fromAsync(buffered.stream()))
    } finally {
      await buffered.remove()
    }
  }

  /** The recording is stored only until it is transcribed. */
  async function uploadRecording(userId: number, file: Upload<AsyncIterable<Uint8Array>>): Promise<RequestedSummary> {
    const { transcriber } = deps
    if (!transcriber) throw new AppError('upload_unreadable', noTranscriberMessage)
    const buffered = await deps.uploadBuffer.write(file.body)
    try {
      const videoId = uploadId(userId, buffered.hash)
      const storageKey = recordingKey(videoId)
      const key = requestKey({ ...file, videoId, engine: summarizer.id })
      await requireQuota(userId, key)
      const lost = await onlyIfLost(await findTranscription(db, videoId, transcriber.id))
      return await withStoredFile({ name: storageKey, videoId }, buffered.stream(), async trx => {
        const now = clock.now()
        const existing = await lockAndFindExisting(trx, userId, key)
        if (existing) return { id: existing.id, isNew: false }
        const title = file.title ?? titleFrom(file.name, 'Uploaded recording')
        await saveVideo(trx, videoOfUpload(videoId, userId, title, null), now)
        const known = await findTranscription(trx, videoId, transcriber.id)
        const transcript = known && known.id !== lost?.id ? known : undefined
        if (!transcript) await cancelErasure(trx, storageKey)
        return await startSummary(trx, userId, { ...file, videoId, key }, transcript)
      })
    } finally {
      await buffered.remove()
    }
  }

  /**
   * Creates the user's summary of the file, and starts its recap with transcription, or with writing if there is a
   * transcript.
   */
  async function startSummary(
    trx: Trx,
    userId: number,
    { videoId, key, preset, maxLength, focus }: SummaryRequest & { key: string },
    transcript: TranscriptRow | undefined,
  ): Promise<RequestedSummary> {
    const recapOptions = { requestKey: key, videoId, engine: summarizer.id, preset, focus, now: clock.now() }
    const start = transcript
      ? { transcriptId: transcript.id, recapKey: recapKey(key, transcript.hash) }
      : { stage: 'transcribing' as const }
    const { recap, started } = await findOrStartRecap(trx, { ...recapOptions, ...start }, new Date(0))
    if (started) await deps.queueLimit.takeRoom(trx)
    const id = await createSummary(trx, userId, recap, { videoId, preset, maxLength, focus, origin: 'upload' })
    if (started) await enqueueStep(trx, queue, transcript ? writeSummary : transcribeAudio, recap.id)
    return { id, isNew: true }
  }

  return { uploadCaptions, uploadRecording }
}

export const noTranscriberMessage = `This is an audio or video file, and speech to text isn’t set up here. Upload its captions instead: ${captionFileTypes}.`

const titleFrom = (fileName: string | null, fallback: string): string =>
  fileName?.replace(/\.[a-z\d]{2,5}$/i, '').trim() || fallback

const videoOfUpload = (videoId: string, ownerId: number, title: string, durationMs: number | null) => ({
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
