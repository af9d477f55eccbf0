import type { MonthlyUsageResponse } from '@recaps/contract/subscriptions'
import type { ExportFormat, Preset, Preview, Summary, SummaryItem, UsageEntry } from '@recaps/contract/summaries'
import { calculateMonthlyUsage, monthlyLimitSentence, communityReads as readsOf } from '@recaps/domain/quota'
import { parseVideoLink } from '@recaps/domain/video-url'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import { lockUser } from './account-lock.ts'
import { createVideoQuestions, type VideoQuestionDeps } from './ask-video.ts'
import { createCommunityReads } from './community-reads.ts'
import { mayStartWork, requireConfirmedAddress } from './confirmed-address.ts'
import type { SummaryRequest } from './create-summary.ts'
import { type ExportedFile, exportSummary } from './export/export-summary.ts'
import type { FollowUp } from './follow-ups.ts'
import { createHiddenChannels } from './hidden-channels.ts'
import {
  isSortedByScore,
  type ListedSummary,
  type ListFilter,
  type ListPosition,
  listSummaries,
} from './list-summaries.ts'
import { audioLostError } from './lost-files.ts'
import { createOwnSummaries, summaryNotFound } from './own-summary.ts'
import { createPopular } from './popular.ts'
import { presentVideo } from './present.ts'
import { createVideoPreviews, type VideoPreviewDeps } from './preview-video.ts'
import { countUsedQuota, listUsage } from './quota-ledger.ts'
import { createSummaryReader, type LinkedAudio, type SummaryReaderDeps } from './read-summary.ts'
import { createSummaryRequests, type RequestSummaryDeps } from './request-summary.ts'
import { indexSearchBatch } from './search-summaries.ts'
import { createSummaryStoredKinds } from './stored-kinds.ts'
import { findAnySummaryForVideo, listSummarizedChannels, type SummaryRow } from './summaries-repository.ts'
import { createUploads, type Upload, type UploadFileDeps } from './upload-file.ts'
import { deleteViewers } from './views.ts'
import { findOwnSummary } from './visibility.ts'

export interface SummariesDeps
  extends RequestSummaryDeps,
    VideoPreviewDeps,
    UploadFileDeps,
    Omit<SummaryReaderDeps, 'communityReads'>,
    Omit<VideoQuestionDeps, 'reader'> {
  /** Ids of the summaries in the digest of this user's schedule run. */
  summariesOfRun(userId: number, runId: number): Promise<number[]>
}

const dayMs = 24 * 3600 * 1000

export function createSummaries(deps: SummariesDeps) {
  const { db, clock, subscriptions } = deps
  const requests = createSummaryRequests(deps)
  const uploads = createUploads(deps)
  const ownSummaries = createOwnSummaries(deps, requests)
  const previews = createVideoPreviews(deps)
  const communityReads = createCommunityReads(deps)
  const reader = createSummaryReader({ ...deps, communityReads })
  const questions = createVideoQuestions({ ...deps, reader })
  const popular = createPopular({ db, clock, reader })
  const { ownItem, detail } = reader

  const month = async (userId: number): Promise<MonthlyUsageResponse> => {
    const now = clock.now()
    const plan = await subscriptions.activePlan(userId)
    const use = calculateMonthlyUsage(plan, await countUsedQuota(db, userId, now), now)
    return {
      ...use,
      resetsAt: use.resetsAt.toISOString(),
      communityReads: readsOf(plan, await communityReads.used(userId, now)),
    }
  }

  async function own(session: Session, id: number): Promise<SummaryRow> {
    const row = await findOwnSummary(db, session.userId, id)
    if (!row) throw summaryNotFound()
    return row
  }

  return {
    month,
    detail,
    shared: reader.shared,
    linkCard: reader.cardOf,
    transcript: reader.transcript,
    view: reader.view,
    viewShared: reader.viewShared,
    linkedAudio: reader.linkedAudio,
    sharedAudio: reader.sharedAudio,
    audioLostError: (audio: LinkedAudio) => audioLostError(audio, deps),
    sharedThumbnail: reader.sharedThumbnail,
    mostViewed: popular.page,
    hiddenChannels: createHiddenChannels({ db, clock }),
    ask: questions.ask,
    preview: (session: Session, { urlOrId, preset }: { urlOrId: string; preset: Preset }): Promise<Preview> =>
      previews.preview(session.userId, { videoId: videoIdOf(urlOrId), preset }, () => month(session.userId)),

    async usage({ userId }: Session, cursor: string | null | undefined) {
      const rows = await listUsage(db, userId, { after: parseCursor(cursor), limit: usagePageSize + 1 })
      const page = rows.slice(0, usagePageSize)
      return {
        data: page.map(row => ({
          id: row.id,
          summaryId: row.deleted_at ? null : row.summary_id,
          title: row.title,
          origin: row.origin,
          state: row.state,
          reason: row.reason as UsageEntry['reason'],
          createdAt: row.created_at.toISOString(),
        })),
        nextCursor: rows.length > usagePageSize ? String(page.at(-1)!.id) : null,
      }
    },

    async list(
      session: Session,
      filter: Omit<ListFilter, 'after' | 'limit' | 'among'> & {
        cursor?: string | null
        limit?: number | null
        run?: number | null
      },
    ) {
      const limit = filter.limit ?? 30
      const rows = await listSummaries(db, session.userId, {
        ...filter,
        after: parseListCursor(filter.cursor, isSortedByScore(filter)),
        among: filter.run ? await deps.summariesOfRun(session.userId, filter.run) : null,
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      return {
        data: page.map(row => ownItem(row, session)),
        nextCursor: rows.length > limit ? cursorAt(page.at(-1)!, isSortedByScore(filter)) : null,
        month: await month(session.userId),
      }
    },

    channels: async ({ userId }: Session) => ({ data: await listSummarizedChannels(db, userId) }),

    /**
     * Requests a summary for a schedule, in its transaction. Returns null if the user has, or ever had, a summary of the
     * video. Throws `monthly_limit_reached`, `blocked` or `confirm_address`.
     */
    async requestScheduled(
      trx: Trx,
      userId: number,
      options: { videoId: string; preset: string; maxLength: number; followUp: FollowUp },
    ): Promise<number | null> {
      if (!(await lockUser(trx, userId))) return null
      if (await findAnySummaryForVideo(trx, userId, options.videoId)) return null
      return (await requests.requestInTransaction(trx, userId, { ...options, focus: null, origin: 'schedule' })).id
    },

    /** Whether a schedule may request summaries for this user. If not, they must confirm their address first. */
    mayStartWork: (userId: number): Promise<boolean> => mayStartWork(db, userId, deps),

    async request(session: Session, options: Omit<SummaryRequest, 'videoId'> & { urlOrId: string }) {
      const { id, isNew } = await requests.request(session.userId, { ...options, videoId: videoIdOf(options.urlOrId) })
      return { summary: await detail(session, id), isNew }
    },

    /** Whether recordings can be uploaded. */
    hasTranscriber: deps.transcriber !== undefined,

    async uploadCaptions(session: Session, file: Upload<AsyncIterable<Uint8Array>>) {
      await requireConfirmedAddress(db, session.userId, deps)
      const { id, isNew } = await uploads.uploadCaptions(session.userId, file)
      return { summary: await detail(session, id), isNew }
    },

    /** Throws before the whole file has been received if the quota is used up or the queue is full. */
    async uploadRecording(session: Session, file: Upload<AsyncIterable<Uint8Array>>) {
      await requireConfirmedAddress(db, session.userId, deps)
      const plan = await subscriptions.activePlan(session.userId)
      if ((await month(session.userId)).remaining === 0)
        throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
      await deps.queueLimit.requireRoom(db)
      const { id, isNew } = await uploads.uploadRecording(session.userId, file)
      return { summary: await detail(session, id), isNew }
    },

    async change(
      session: Session,
      id: number,
      change: Parameters<typeof ownSummaries.change>[2],
    ): Promise<SummaryItem> {
      await ownSummaries.change(session.userId, id, change)
      return ownItem(await own(session, id), session)
    },

    async delete(session: Session, id: number): Promise<void> {
      await ownSummaries.delete(session.userId, id)
    },

    async restore(session: Session, id: number): Promise<SummaryItem> {
      await ownSummaries.restore(session.userId, id)
      return ownItem(await own(session, id), session)
    },

    async cancel(session: Session, id: number): Promise<Summary> {
      await ownSummaries.cancel(session.userId, id)
      return await detail(session, id)
    },

    async retry(session: Session, id: number): Promise<{ summary: Summary; isNew: boolean }> {
      const isNew = await ownSummaries.retry(session.userId, id)
      return { summary: await detail(session, id), isNew }
    },

    async export(session: Session, id: number, format: ExportFormat): Promise<ExportedFile> {
      const { row } = await reader.open(session, id)
      const text = await reader.loadText(row)
      if (!text) throw new AppError('invalid_request', 'There is no text to export yet. Try again when it is ready.')
      const { videoId, videoUrl, title, channel } = presentVideo({ ...row, view_count: row.video_views }, null)
      const exportable = { videoId, videoUrl, title, channel, madeAt: row.created_at, ...text }
      return exportSummary(format, exportable, deps.summarizer)
    },

    storedKinds: createSummaryStoredKinds(deps),

    /** Enqueues deferred recaps that are due. */
    wakeDeferred: requests.wakeDeferred,

    /** Updates the popular list with all changes since the last call. */
    updatePopular: popular.update,

    /** Indexes recaps created before search existed, until none are left or the process stops. */
    async indexForSearch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await indexSearchBatch(db))) {}
    },

    /** Deletes viewers of past days: they are only needed to count each view once a day. */
    deleteOldViewers: () => deleteViewers(db, new Date(clock.now().getTime() - dayMs).toISOString().slice(0, 10)),
  }
}

export type Summaries = ReturnType<typeof createSummaries>

function videoIdOf(urlOrId: string): string {
  const link = parseVideoLink(urlOrId)
  if (link.kind === 'video') return link.videoId
  throw new AppError('invalid_id')
}

const usagePageSize = 50

const cursorAt = ({ id, score }: ListedSummary, byScore: boolean): string => (byScore ? `${score}.${id}` : String(id))

/** List cursors are `id`, or `score.id` in lists sorted by score. */
function parseListCursor(cursor: string | null | undefined, byScore: boolean): ListPosition | null {
  if (!cursor) return null
  if (!byScore) return { id: parseCursor(cursor)!, score: null }
  const [, score, id] = /^(\d{1,4})\.(\d+)$/.exec(cursor) ?? []
  return { id: parseCursor(id ?? 'none')!, score: Number(score) }
}

function parseCursor(cursor: string | null | undefined): number | null {
  if (!cursor) return null
  const id = Number(cursor)
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('invalid_request', 'Invalid cursor.')
  return id
}
