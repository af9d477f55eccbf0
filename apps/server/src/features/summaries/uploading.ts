import { eraseLater, keepFile } from '../../database/erasures.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Spool } from '../../ports/spool.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import { enqueueStep } from './enqueue.ts'
import { createEntering, type EnteringDeps, type Requested, type Wish } from './entering.ts'
import { transcribeAudio, writeSummary } from './job-kinds.ts'
import { folderOfUpload, recapKey, requestKey, soundOf, uploadId } from './keys.ts'
import { oneRecap } from './one-recap.ts'
import { findHeardTranscript, saveTranscript, saveVideo, type TranscriptRow } from './recaps-repository.ts'

export interface UploadingDeps extends EnteringDeps {
  storage: Storage
  transcripts: Transcripts
  transcriber: Transcriber | undefined
  spool: Spool
}

/** What a user sends of their own, and how they want it summarised. */
export interface Upload<Body> extends Omit<Wish, 'videoId'> {
  body: Body
  name: string | null
  title: string | null
}

/** Who uploads has sent everything by then, and nobody's storage takes so long over it. */
const storedWithinMs = 24 * 3600 * 1000
const isInWork = (state: string): boolean => ['queued', 'working', 'deferred'].includes(state)

/** Files of users' own: private to them, never shared, and only their words are kept. */
export function createUploading(deps: UploadingDeps) {
  const { db, clock, queue, storage, summarizer } = deps
  const { takeTurn, enter } = createEntering(deps)

  /** Summarises a caption file, which is readable without asking anybody outside. */
  async function captions(userId: number, file: Upload<Uint8Array>): Promise<Requested> {
    const read = await deps.transcripts.read({
      kind: 'uploaded',
      language: 'und',
      body: file.body,
      ...(file.name ? { fileName: file.name } : {}),
    })
    const videoId = uploadId(userId, read.hash)
    const storageKey = `transcripts/${folderOfUpload(videoId)}.json.gz`
    await storage.put(storageKey, read.packed)
    const key = requestKey({ ...file, videoId, engine: summarizer.id })
    return await db.transaction().execute(async trx => {
      const existing = await takeTurn(trx, userId, key)
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
      return await begin(trx, userId, { ...file, videoId, key }, transcript)
    })
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
      await eraseLater(db, [stored], new Date(clock.now().getTime() + storedWithinMs))
      await storage.put(stored, spooled.stream())
      return await db.transaction().execute(async trx => {
        const now = clock.now()
        const existing = await takeTurn(trx, userId, key)
        if (existing) {
          if (isInWork(existing.state)) await keepFile(trx, stored, now)
          return { id: existing.id, isNew: false }
        }
        const title = file.title ?? titleOf(file.name, 'Uploaded recording')
        await saveVideo(trx, uploadedVideo(videoId, userId, title, null), now)
        const transcript = await findHeardTranscript(trx, videoId, transcriber.id)
        if (!transcript) await keepFile(trx, stored, now)
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
    const id = await enter(trx, userId, recap, { videoId, preset, maxLength, focus, origin: 'upload' })
    if (started) await enqueueStep(trx, queue, transcript ? writeSummary : transcribeAudio, recap.id)
    return { id, isNew: true }
  }

  return { captions, sound }
}

export const noTranscriber =
  'This is a sound or video file, and speech to text is not set up here. Upload its captions instead: .vtt, .srt, .json3, .xml or .txt.'

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
