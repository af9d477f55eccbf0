import { isLost } from '../../database/is-lost.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { findAudio, reviveAudio } from './audios-repository.ts'
import { tellChange } from './changes.ts'
import { enqueueAudio } from './enqueue.ts'
import { restoreTranscript } from './job-kinds.ts'
import { isUploadId } from './keys.ts'
import { noteMissed, type TranscriptRow } from './recaps-repository.ts'

export interface RestoringDeps {
  db: Db
  queue: Queue
  clock: Clock
  storage: Storage
  logger: Logger
  metrics: Metrics
}

const dayMs = 24 * 3600 * 1000

/** Has audio made again that was ready and is lost; false when that was done already. */
export async function restoreAudio(audioId: number, deps: RestoringDeps): Promise<boolean> {
  const { db, queue, clock, logger, metrics } = deps
  const restored = await db.transaction().execute(async trx => {
    const audio = (await reviveAudio(trx, audioId, clock.now(), 'ready')) && (await findAudio(trx, audioId))
    if (!audio) return undefined
    await enqueueAudio(trx, queue, audio)
    await tellChange(trx, audio.recap_id)
    return audio
  })
  if (!restored) return false
  logger.warn({ audioId, recapId: restored.recap_id, file: restored.mp3_key }, 'audio lost, making it again')
  metrics.objectLost('audio')
  return true
}

/** What a reader is told of audio that the storage does not have; it is being made again then. */
export async function lostAudio({ id, file }: { id: number; file: string }, deps: RestoringDeps): Promise<AppError> {
  if ((await isLost(deps.storage, file)) && !(await restoreAudio(id, deps))) {
    const audio = await findAudio(deps.db, id)
    if (audio?.state !== 'pending') return new AppError('not_found')
  }
  return new AppError('not_found', audioComesBack)
}

const audioComesBack = 'We lost this audio and are making it again. Try again in a minute.'

/** Has the captions of a video read again, at most once a day; false when there is nothing to read, or that was done already. */
export async function restoreCaptions(
  transcript: TranscriptRow,
  deps: RestoringDeps,
  retryAfterMs = dayMs,
): Promise<boolean> {
  const { db, queue, clock, logger, metrics } = deps
  if (!isReadFromYoutube(transcript)) return false
  const now = clock.now()
  const isBegun = await db.transaction().execute(async trx => {
    const isFirst = await noteMissed(trx, transcript.id, now, new Date(now.getTime() - retryAfterMs))
    if (isFirst) await queue.send(trx, restoreTranscript, { transcriptId: transcript.id, tries: 0 })
    return isFirst
  })
  if (!isBegun) return false
  logger.warn(
    { transcriptId: transcript.id, videoId: transcript.video_id, file: transcript.storage_key },
    'transcript lost, reading the captions again',
  )
  metrics.objectLost('transcript')
  return true
}

/** What a reader is told of a transcript that the storage does not have. */
export async function lostTranscript(transcript: TranscriptRow, deps: RestoringDeps): Promise<AppError> {
  if (isUploadId(transcript.video_id)) return new AppError('upload_lost')
  if (!isReadFromYoutube(transcript)) return new AppError('not_found', transcriptionComesBack)
  await restoreCaptions(transcript, deps)
  return new AppError('not_found', captionsComeBack)
}

const captionsComeBack = 'We lost this transcript and are reading it from YouTube again. Try again in a minute.'
const transcriptionComesBack =
  'We lost this transcript. Summarize the video in another style, and it is transcribed again.'

/** Uploads cannot be fetched again; a transcription costs as much as a new one, so only a new summary makes it. */
const isReadFromYoutube = ({ video_id, kind }: TranscriptRow): boolean => !isUploadId(video_id) && kind !== 'stt'
