import { isMissingInStorage } from '../../database/is-missing-in-storage.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { findAudio, resetAudio } from './audios-repository.ts'
import { enqueueAudio } from './enqueue.ts'
import { restoreTranscript } from './job-kinds.ts'
import { isUploadId } from './keys.ts'
import { publishRecapChange } from './recap-changes.ts'
import { markTranscriptMissing, type TranscriptRow } from './recaps-repository.ts'

export interface LostFilesDeps {
  db: Db
  queue: Queue
  clock: Clock
  storage: Storage
  logger: Logger
  metrics: Metrics
}

const dayMs = 24 * 3600 * 1000

/** Regenerates audio whose files are lost. Returns false if another request started that already. */
export async function restoreAudio(audioId: number, deps: LostFilesDeps): Promise<boolean> {
  const { db, queue, clock, logger, metrics } = deps
  const restored = await db.transaction().execute(async trx => {
    const audio = (await resetAudio(trx, audioId, clock.now(), 'ready')) && (await findAudio(trx, audioId))
    if (!audio) return undefined
    await enqueueAudio(trx, queue, audio)
    await publishRecapChange(trx, audio.recap_id)
    return audio
  })
  if (!restored) return false
  logger.warn({ audioId, recapId: restored.recap_id, file: restored.mp3_key }, 'audio lost, regenerating it')
  metrics.objectLost('audio')
  return true
}

/** The error for audio whose file is missing. Starts regenerating it if it is lost. */
export async function audioLostError(
  { id, file }: { id: number; file: string },
  deps: LostFilesDeps,
): Promise<AppError> {
  if ((await isMissingInStorage(deps.storage, file)) && !(await restoreAudio(id, deps))) {
    const audio = await findAudio(deps.db, id)
    if (audio?.state !== 'pending') return new AppError('not_found')
  }
  return new AppError('not_found', audioIsRestored)
}

const audioIsRestored = 'We lost this audio and are creating it again. Try again in a minute.'

/**
 * Enqueues a job that fetches the captions again, at most once per `retryAfterMs`. Returns false if they cannot be
 * fetched, or if another request did that already.
 */
export async function restoreCaptions(
  transcript: TranscriptRow,
  deps: LostFilesDeps,
  retryAfterMs = dayMs,
): Promise<boolean> {
  const { db, queue, clock, logger, metrics } = deps
  if (!isReadFromYoutube(transcript)) return false
  const now = clock.now()
  const isEnqueued = await db.transaction().execute(async trx => {
    const isFirst = await markTranscriptMissing(trx, transcript.id, now, new Date(now.getTime() - retryAfterMs))
    if (isFirst) await queue.send(trx, restoreTranscript, { transcriptId: transcript.id, tries: 0 })
    return isFirst
  })
  if (!isEnqueued) return false
  logger.warn(
    { transcriptId: transcript.id, videoId: transcript.video_id, file: transcript.storage_key },
    'transcript lost, fetching the captions again',
  )
  metrics.objectLost('transcript')
  return true
}

/** The error for a transcript whose file is missing. Starts fetching its captions again if possible. */
export async function transcriptLostError(transcript: TranscriptRow, deps: LostFilesDeps): Promise<AppError> {
  if (isUploadId(transcript.video_id)) return new AppError('upload_lost')
  if (!isReadFromYoutube(transcript)) return new AppError('not_found', needsNewTranscription)
  await restoreCaptions(transcript, deps)
  return new AppError('not_found', captionsAreRestored)
}

const captionsAreRestored = 'We lost this transcript and are fetching it from YouTube again. Try again in a minute.'
const needsNewTranscription =
  'We lost this transcript. Summarize the video in another style to have it transcribed again.'

/** Uploads cannot be fetched again. Transcribing again costs money, so only a new summary does that. */
const isReadFromYoutube = ({ video_id, kind }: TranscriptRow): boolean => !isUploadId(video_id) && kind !== 'stt'
