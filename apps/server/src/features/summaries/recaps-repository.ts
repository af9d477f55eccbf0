import type { FailureCode } from '@recaps/contract/failures'
import type { Stage } from '@recaps/contract/summaries'
import type { VideoDetails } from '@recaps/domain/video-details'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { RecapsTable, StepTimes, TranscriptsTable, VideosTable } from '../../database/schema.ts'
import type { JobRun, Trx } from '../../jobs/queue.ts'
import type { WrittenSummary } from '../../ports/summarizer.ts'

export type RecapRow = Selectable<RecapsTable>
export type VideoRow = Selectable<VideosTable>
export type TranscriptRow = Selectable<TranscriptsTable>

const inProgress = ['queued', 'working', 'deferred'] as const
// Literals, not parameters: PostgreSQL matches the predicate of the partial index by its text.
const whereInProgress = sql<boolean>`state in ('queued', 'working', 'deferred')`

export const findRecap = (db: Db | Trx, id: number): Promise<RecapRow | undefined> =>
  db.selectFrom('recaps').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest readable recap for the request whose captions were read after `freshAfter`, or were uploaded. */
export const findReadableRecap = (db: Db | Trx, requestKey: string, freshAfter: Date): Promise<RecapRow | undefined> =>
  db
    .selectFrom('recaps')
    .innerJoin('transcripts', 'transcripts.id', 'recaps.transcript_id')
    .selectAll('recaps')
    .where('request_key', '=', requestKey)
    .where('state', '=', 'readable')
    .where(eb => eb.or([eb('transcripts.fetched_at', '>', freshAfter), eb('transcripts.kind', '=', 'uploaded')]))
    .orderBy('readable_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface NewRecap {
  requestKey: string
  videoId: string
  engine: string
  preset: string
  focus: string | null
  transcriptId?: number
  recapKey?: string
  /** Set if the recap starts in state `working`, at this stage. */
  stage?: Stage
  now: Date
}

/** Joins the recap in progress for this request, or creates one (`started`). */
export async function joinOrStartRecap(trx: Trx, recap: NewRecap): Promise<{ recap: RecapRow; started: boolean }> {
  const started = await trx
    .insertInto('recaps')
    .values({
      request_key: recap.requestKey,
      recap_key: recap.recapKey ?? null,
      video_id: recap.videoId,
      transcript_id: recap.transcriptId ?? null,
      engine: recap.engine,
      preset: recap.preset,
      focus: recap.focus,
      state: recap.stage ? 'working' : 'queued',
      stage: recap.stage ?? 'queued',
      step_times: '{}',
      created_at: recap.now,
      updated_at: recap.now,
    })
    .onConflict(conflict => conflict.column('request_key').where(whereInProgress).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (started) return { recap: started, started: true }
  const running = await trx
    .selectFrom('recaps')
    .selectAll()
    .where('request_key', '=', recap.requestKey)
    .where('state', 'in', inProgress)
    // No stronger lock: inserting a summary on this recap takes a key-share lock, and waiting for that could deadlock.
    .forNoKeyUpdate()
    .executeTakeFirst()
  // If the recap ended between the two statements, try again: the next attempt creates one.
  return running ? { recap: running, started: false } : joinOrStartRecap(trx, recap)
}

/** A recap claimed by one run of a job. The run can write to it only while it still has the claim. */
export type ClaimedRecap = Pick<RecapRow, 'id' | 'job_id' | 'job_run'>

/** Claims a recap for one run of the job it waits for. Undefined for any other job, and for a run that lost its lease. */
export const claimRecap = (
  db: Db | Trx,
  id: number,
  run: Pick<JobRun, 'id' | 'restarts'>,
  stage: Stage,
  now: Date,
): Promise<RecapRow | undefined> =>
  db
    .updateTable('recaps')
    .set({ state: 'working', stage, code: null, retry_at: null, job_run: run.restarts, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', inProgress)
    .where('job_id', '=', run.id)
    .where('job_run', '<=', run.restarts)
    .returningAll()
    .executeTakeFirst()

/**
 * Updates a recap in progress if the run still has the claim. Otherwise returns undefined: the result of the step must
 * be discarded.
 */
export const updateClaimedRecap = (
  db: Db | Trx,
  claimed: ClaimedRecap,
  change: {
    state?: RecapRow['state']
    stage?: Stage | null
    done?: number | null
    total?: number | null
    job_id?: null
    attempts?: number
    code?: FailureCode | null
    retry_at?: Date | null
    waits_for?: FailureCode | null
    waits_since?: Date | null
    recap_key?: string | null
    transcript_id?: number | null
    readable_at?: Date
    request_key?: string
  },
  now: Date,
): Promise<RecapRow | undefined> =>
  db
    .updateTable('recaps')
    .set({ ...change, updated_at: now })
    .where('id', '=', claimed.id)
    .where('state', 'in', inProgress)
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .returningAll()
    .executeTakeFirst()

export const isStillClaimed = async (db: Db, claimed: ClaimedRecap): Promise<boolean> => {
  const row = await db
    .selectFrom('recaps')
    .select('id')
    .where('id', '=', claimed.id)
    .where('state', 'in', inProgress)
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records that money is about to be spent on a recap. Returns `first` for the first time, `again` later, and `lost` if this
 * run no longer has the claim, for example because the users cancelled.
 */
export async function recordSpending(db: Db, claimed: ClaimedRecap, now: Date): Promise<'first' | 'again' | 'lost'> {
  const { numUpdatedRows } = await db
    .updateTable('recaps')
    .set({ money_spent_at: now })
    .where('id', '=', claimed.id)
    .where('state', 'in', inProgress)
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .where('money_spent_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'first'
  return (await isStillClaimed(db, claimed)) ? 'again' : 'lost'
}

/** Cancels a recap that no summary waits for, regardless of its claim. */
export const cancelRecap = (trx: Trx, id: number, now: Date): Promise<RecapRow | undefined> =>
  trx
    .updateTable('recaps')
    .set({ state: 'cancelled', stage: null, recap_key: null, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', inProgress)
    .returningAll()
    .executeTakeFirst()

/** Serializes changes of one recap, so that cancelling and completing it see each other's result. */
export const lockRecap = (trx: Trx, id: number) =>
  trx.selectFrom('recaps').select('id').where('id', '=', id).forUpdate().execute()

/** Locks and returns deferred recaps that are due. Skips recaps locked by another process. */
export const lockDueRecaps = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom('recaps')
    .select(['id', 'video_id', 'transcript_id'])
    .where(sql<boolean>`state = 'deferred' and job_id is null`)
    .where('retry_at', '<=', now)
    .orderBy('retry_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const saveRecapContent = (trx: Trx, id: number, { content, cost }: WrittenSummary, words: number) =>
  trx
    .updateTable('recaps')
    .set({
      content: JSON.stringify(content),
      headline: content.headline,
      words,
      cost: cost && JSON.stringify(cost),
    })
    .where('id', '=', id)
    .execute()

export const addStepTime = (db: Db | Trx, id: number, times: StepTimes) =>
  db
    .updateTable('recaps')
    .set({ step_times: sql`step_times || ${JSON.stringify(times)}::jsonb` })
    .where('id', '=', id)
    .execute()

/** Milliseconds from request to text, for recent recaps of videos between half and twice as long. */
export async function findRecentStepTimes(db: Db, durationMs: number): Promise<number[]> {
  const newest = db
    .selectFrom('recaps')
    .select(['video_id', 'step_times'])
    .where('state', '=', 'readable')
    .orderBy('id', 'desc')
    .limit(200)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('videos', 'videos.video_id', 'newest.video_id')
    .select('step_times')
    .where('duration_ms', '>=', durationMs / 2)
    .where('duration_ms', '<=', durationMs * 2)
    .execute()
  return rows.flatMap(({ step_times: { captionsMs, summaryMs } }) =>
    captionsMs === undefined || summaryMs === undefined ? [] : [captionsMs + summaryMs],
  )
}

export const findRecapByKey = (trx: Trx, recapKey: string): Promise<RecapRow | undefined> =>
  trx
    .selectFrom('recaps')
    .selectAll()
    .where('recap_key', '=', recapKey)
    .where('state', '=', 'readable')
    .executeTakeFirst()

export const findVideo = (db: Db | Trx, videoId: string): Promise<VideoRow | undefined> =>
  db.selectFrom('videos').selectAll().where('video_id', '=', videoId).executeTakeFirst()

/** Inserts an empty row for a video that is not known yet, so that a summary can refer to it. */
export const ensureVideo = (trx: Trx, videoId: string) =>
  trx
    .insertInto('videos')
    .values({ video_id: videoId, title: '', channel: '', is_public: true, chapters: '[]', fetched_at: new Date(0) })
    .onConflict(conflict => conflict.column('video_id').doNothing())
    .execute()

/** Saves the details of a video. Fields that the source did not provide keep their stored values. */
export async function saveVideo(db: Db | Trx, video: VideoDetails & { ownerId?: number }, now: Date): Promise<void> {
  await db
    .insertInto('videos')
    .values({
      video_id: video.videoId,
      owner_id: video.ownerId ?? null,
      title: video.title,
      channel_id: video.channelId,
      channel: video.channel,
      description: video.description,
      duration_ms: video.durationMs,
      view_count: video.viewCount,
      published_at: video.publishedAt,
      is_public: video.isPublic ?? false,
      chapters: JSON.stringify(video.chapters),
      fetched_at: now,
    })
    .onConflict(conflict =>
      conflict.column('video_id').doUpdateSet(eb => ({
        title: eb.ref('excluded.title'),
        channel_id: eb.fn.coalesce('excluded.channel_id', 'videos.channel_id'),
        channel: eb.ref('excluded.channel'),
        description: eb.fn.coalesce('excluded.description', 'videos.description'),
        duration_ms: eb.fn.coalesce('excluded.duration_ms', 'videos.duration_ms'),
        view_count: eb.fn.coalesce('excluded.view_count', 'videos.view_count'),
        published_at: eb.fn.coalesce('excluded.published_at', 'videos.published_at'),
        is_public: eb.ref(video.isPublic === null ? 'videos.is_public' : 'excluded.is_public'),
        // Chapters are read from the description.
        chapters: eb.ref(video.description === null ? 'videos.chapters' : 'excluded.chapters'),
        fetched_at: now,
      })),
    )
    .execute()
}

/** Saves the duration of an uploaded recording, which is only known once it is transcribed. */
export const saveVideoDuration = (db: Db | Trx, videoId: string, durationMs: number) =>
  db.updateTable('videos').set({ duration_ms: durationMs }).where('video_id', '=', videoId).execute()

export const findTranscript = (db: Db | Trx, id: number): Promise<TranscriptRow | undefined> =>
  db.selectFrom('transcripts').selectAll().where('id', '=', id).executeTakeFirst()

export const findFreshTranscript = (
  db: Db | Trx,
  videoId: string,
  freshAfter: Date,
): Promise<TranscriptRow | undefined> =>
  db
    .selectFrom('transcripts')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('fetched_at', '>', freshAfter)
    .orderBy('fetched_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest transcription of the video by this transcriber, of any age. */
export const findTranscription = (
  db: Db | Trx,
  videoId: string,
  transcriber: string,
): Promise<TranscriptRow | undefined> =>
  db
    .selectFrom('transcripts')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('kind', '=', 'stt')
    .where('provider', '=', transcriber)
    .orderBy('fetched_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether an unfinished recap needs the transcription of this recording. */
export const awaitsTranscription = async (db: Db, videoId: string): Promise<boolean> =>
  (await db
    .selectFrom('recaps')
    .select('id')
    .where('video_id', '=', videoId)
    .where('state', 'in', ['queued', 'working', 'deferred'])
    .where('transcript_id', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Claims the transcription of the video for this recap. Only one recap of a video is transcribed at a time; of several
 * that start at once, the oldest.
 */
export async function claimTranscription(trx: Trx, recap: RecapRow, now: Date): Promise<boolean> {
  await trx.selectFrom('videos').select('video_id').where('video_id', '=', recap.video_id).forUpdate().execute()
  const other = await trx
    .selectFrom('recaps')
    .select('id')
    .where('video_id', '=', recap.video_id)
    .where('id', '<>', recap.id)
    .where('state', '=', 'working')
    .where('stage', '=', 'transcribing')
    .where(eb => eb.or([eb('id', '<', recap.id), eb('done', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return other === undefined && (await updateClaimedRecap(trx, recap, { done: 0 }, now)) !== undefined
}

/**
 * Marks the file of a transcript as missing. Returns false if it was marked after `before` already, so that only one
 * caller acts on it.
 */
export const markTranscriptMissing = async (trx: Trx, id: number, now: Date, before: Date): Promise<boolean> =>
  (await trx
    .updateTable('transcripts')
    .set({ missed_at: now })
    .where('id', '=', id)
    .where(eb => eb.or([eb('missed_at', 'is', null), eb('missed_at', '<=', before)]))
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Points a transcript to another stored file, unless another request did that already. */
export const replaceTranscriptFile = async (
  trx: Trx,
  { id, storage_key }: Pick<TranscriptRow, 'id' | 'storage_key'>,
  change: Pick<TranscriptRow, 'storage_key'> &
    Partial<Pick<TranscriptRow, 'kind' | 'language' | 'words' | 'spoken_until_ms' | 'provider'>>,
): Promise<boolean> =>
  (await trx
    .updateTable('transcripts')
    .set(change)
    .where('id', '=', id)
    .where('storage_key', '=', storage_key)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const findTranscriptByHash = (db: Db, videoId: string, hash: string): Promise<TranscriptRow | undefined> =>
  db.selectFrom('transcripts').selectAll().where('video_id', '=', videoId).where('hash', '=', hash).executeTakeFirst()

export async function saveTranscript(
  trx: Trx,
  transcript: Omit<TranscriptRow, 'id' | 'missed_at'>,
): Promise<TranscriptRow> {
  return await trx
    .insertInto('transcripts')
    .values(transcript)
    .onConflict(conflict =>
      conflict
        .columns(['video_id', 'hash'])
        .doUpdateSet({ fetched_at: transcript.fetched_at, provider: transcript.provider }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
