import { randomUUID } from 'node:crypto'
import { captionFilesInWords } from '@recaps/domain/captions/file-names'
import { eraseLater, eraseUnkept, isNoted, keepFile } from '../../database/erasures.ts'
import { isLost } from '../../database/is-lost.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Spool } from '../../ports/spool.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { enqueueStep } from './enqueue.ts'
import { createEntering, type EnteringDeps, type Requested, type Wish } from './entering.ts'
import { transcribeAudio, writeSummary } from './job-kinds.ts'
import { folderOfUpload, recapKey, requestKey, soundOf, uploadId } from './keys.ts'
import { oneRecap } from './one-recap.ts'
import type { QueueLimit } from './queue-limit.ts'
import {
  awaitsTranscription,
  findHeardTranscript,
  findTranscriptByHash,
  replaceObject,
  saveTranscript,
  saveVideo,
  type TranscriptRow,
} from './recaps-repository.ts'

export interface UploadingDeps extends EnteringDeps {
  storage: Storage
  transcripts: Transcripts
  transcriber: Transcriber | undefined
  spool: Spool
  queueLimit: QueueLimit
  logger: Logger
}

/** What a user sends of their own, and how they want it summarised. */
export interface Upload<Body> extends Omit<Wish, 'videoId'> {
  body: Body
  name: string | null
  title: string | null
}

/** Who uploads has sent everything by then, and nobody's storage takes so long over it. */
const storedWithinMs = 24 * 3600 * 1000

/** Files of users' own: private to them, never shared, and only their words are kept. */
export function createUploading(deps: UploadingDeps) {
  const { db, clock, queue, storage, summarizer } = deps
  const { takeTurn, refuseWithoutRoom, enter } = createEntering(deps)

  /**
   * Stores a file and runs a transaction that may keep it with `keep`. Otherwise the file is erased before this returns or
   * throws; if the process is killed, the housekeeping erases it.
   */
  async function storing<T>(
    { name, videoId }: { name: string; videoId: string },
    content: Parameters<Storage['put']>[1],
    work: (trx: Trx) => Promise<T>,
  ): Promise<T> {
    // Another request stores the same recording in this moment, or it is kept for a retry: that one decides what becomes of it.
    const isShared = await isNoted(db, name)
    const note = () => eraseLater(db, [name], new Date(clock.now().getTime() + storedWithinMs))
    await note()
    try {
      await storage.put(name, content)
      return await db.transaction().execute(work)
    } finally {
      // The other request may have erased its file before we wrote ours, and its note with it.
      const settled = !isShared
        ? discard(name, videoId)
        : awaitsTranscription(db, videoId).then(isAwaited => (isAwaited ? undefined : note()))
      await settled.catch(error => deps.logger.warn({ err: error }, 'erasing a refused upload failed'))
    }
  }

  /** All uploads of one recording share a file name, so the file stays while another upload waits for its transcription. */
  async function discard(name: string, videoId: string): Promise<void> {
    if (await awaitsTranscription(db, videoId)) await keepFile(db, name, clock.now())
    else await eraseUnkept(db, storage, name, clock.now())
  }

  async function keep(trx: Trx, name: string): Promise<void> {
    // A concurrent upload of the same file was refused and erased it.
    if (!(await keepFile(trx, name, clock.now())))
      throw new AppError('unavailable', undefined, { retryAfterSeconds: 2 })
  }

  /** Summarises a caption file, which is readable without asking anybody outside. */
  async function captions(userId: number, file: Upload<AsyncIterable<Uint8Array>>): Promise<Requested> {
    const read = await deps.transcripts.read({
      kind: 'uploaded',
      language: 'und',
      body: await spooledBytes(file.body),
      ...(file.name ? { fileName: file.name } : {}),
    })
    const videoId = uploadId(userId, read.hash)
    const key = requestKey({ ...file, videoId, engine: summarizer.id })
    await refuseWithoutRoom(userId, key)
    // A unique name, so that erasing a refused upload cannot delete the captions of an accepted one.
    const storageKey = `transcripts/${folderOfUpload(videoId)}-${randomUUID()}.json.gz`
    const lost = await onlyIfLost(await findTranscriptByHash(db, videoId, read.hash))
    return await storing({ name: storageKey, videoId }, read.packed, async trx => {
      const existing = await takeTurn(trx, userId, key)
      const isRestored = lost !== undefined && (await replaceObject(trx, lost, { storage_key: storageKey }))
      if (isRestored) await keep(trx, storageKey)
      if (existing) return { id: existing.id, isNew: false }
      const now = clock.now()
      const title = file.title ?? titleOf(file.name, 'Uploaded captions')
      await saveVideo(trx, uploadedVideo(videoId, userId, title, read.spokenUntilMs), now)
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
      if (transcript.storage_key === storageKey && !isRestored) await keep(trx, storageKey)
      return await begin(trx, userId, { ...file, videoId, key }, transcript)
    })
  }

  /** The same file is uploaded again because of it. */
  const onlyIfLost = async (known: TranscriptRow | undefined): Promise<TranscriptRow | undefined> =>
    known && (await isLost(storage, known.storage_key)) ? known : undefined

  /** A file that arrives slowly waits on the disk, and is in memory only once it is whole. */
  async function spooledBytes(arriving: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
    const spooled = await deps.spool.take(arriving)
    try {
      return Buffer.concat(await Array.fromAsync(spooled.stream()))
    } finally {
      await spooled.remove()
    }
  }

  /** Has a sound listened to. It is stored until that is done, and no longer. */
  async function sound(userId: number, file: Upload<AsyncIterable<Uint8Array>>): Promise<Requested> {
    const { transcriber } = deps
    if (!transcriber) throw new AppError('upload_unreadable', noTranscriber)
    const spooled = await deps.spool.take(file.body)
    try {
      const videoId = uploadId(userId, spooled.hash)
      const stored = soundOf(videoId)
      const key = requestKey({ ...file, videoId, engine: summarizer.id })
      await refuseWithoutRoom(userId, key)
      const lost = await onlyIfLost(await findHeardTranscript(db, videoId, transcriber.id))
      return await storing({ name: stored, videoId }, spooled.stream(), async trx => {
        const now = clock.now()
        const existing = await takeTurn(trx, userId, key)
        if (existing) return { id: existing.id, isNew: false }
        const title = file.title ?? titleOf(file.name, 'Uploaded recording')
        await saveVideo(trx, uploadedVideo(videoId, userId, title, null), now)
        const heard = await findHeardTranscript(trx, videoId, transcriber.id)
        const transcript = heard && heard.id !== lost?.id ? heard : undefined
        if (!transcript) await keep(trx, stored)
        return await begin(trx, userId, { ...file, videoId, key }, transcript)
      })
    } finally {
      await spooled.remove()
    }
  }

  /** Enters the user on the recap of their file, which goes on from its transcript, or has to be listened to before. */
  async function begin(
    trx: Trx,
    userId: number,
    { videoId, key, preset, maxLength, focus }: Wish & { key: string },
    transcript: TranscriptRow | undefined,
  ): Promise<Requested> {
    const wanted = { requestKey: key, videoId, engine: summarizer.id, preset, focus, now: clock.now() }
    const from = transcript
      ? { transcriptId: transcript.id, recapKey: recapKey(key, transcript.hash) }
      : { stage: 'transcribing' as const }
    const { recap, started } = await oneRecap(trx, { ...wanted, ...from }, new Date(0))
    if (started) await deps.queueLimit.takeRoom(trx)
    const id = await enter(trx, userId, recap, { videoId, preset, maxLength, focus, origin: 'upload' })
    if (started) await enqueueStep(trx, queue, transcript ? writeSummary : transcribeAudio, recap.id)
    return { id, isNew: true }
  }

  return { captions, sound }
}

export const noTranscriber = `This is a sound or video file, and speech to text is not set up here. Upload its captions instead: ${captionFilesInWords}.`

const titleOf = (fileName: string | null, otherwise: string): string =>
  fileName?.replace(/\.[a-z\d]{2,5}$/i, '').trim() || otherwise

const uploadedVideo = (videoId: string, ownerId: number, title: string, durationMs: number | null) => ({
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
