import type { MonthlyUseResponse } from '@recaps/contract/subscriptions'
import type { ExportFormat, Preset, Preview, Summary, SummaryItem, UsageEntry } from '@recaps/contract/summaries'
import { monthlyLimitSentence, monthlyUse, communityReads as readsOf } from '@recaps/domain/quota'
import { parseVideoLink } from '@recaps/domain/video-url'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import { lockUser } from './account-lock.ts'
import { type AskingDeps, createAsking } from './asking.ts'
import { createCommunityReads } from './community-reads.ts'
import { mayBegin, requireConfirmed } from './confirmed-first.ts'
import type { Wish } from './entering.ts'
import { type ExportedFile, exportAs } from './export/export.ts'
import { createHiddenChannels } from './hidden-channels.ts'
import { linesOf, usedIn } from './ledger.ts'
import { isByScore, type ListedEntry, type ListFilter, type ListPosition, listEntries } from './list-summaries.ts'
import { createOwnEntry, missing } from './own-entry.ts'
import { createPopular } from './popular.ts'
import { presentVideo } from './present.ts'
import { createPreviewing, type PreviewingDeps } from './previewing.ts'
import { createReading, type LinkedAudio, type ReadingDeps } from './reading.ts'
import { channelsOf, type EntryRow, findAnyEntryForVideo } from './repository.ts'
import { createRequesting, type RequestingDeps } from './requesting.ts'
import { lostAudio } from './restoring.ts'
import { indexSome } from './search-summaries.ts'
import type { FollowUp } from './settled.ts'
import { storedKindsOfSummaries } from './stored-kinds.ts'
import { createUploading, type Upload, type UploadingDeps } from './uploading.ts'
import { forgetViewers } from './views.ts'
import { findOwn } from './visibility.ts'

export interface SummariesDeps
  extends RequestingDeps,
    PreviewingDeps,
    UploadingDeps,
    Omit<ReadingDeps, 'communityReads'>,
    Omit<AskingDeps, 'reader'> {
  /** Ids of the summaries in the digest of this user's schedule run. */
  entriesOfRun(userId: number, runId: number): Promise<number[]>
}

const dayMs = 24 * 3600 * 1000

export function createSummaries(deps: SummariesDeps) {
  const { db, clock, subscriptions } = deps
  const requests = createRequesting(deps)
  const uploads = createUploading(deps)
  const ownSummaries = createOwnEntry(deps, requests)
  const previews = createPreviewing(deps)
  const communityReads = createCommunityReads(deps)
  const reader = createReading({ ...deps, communityReads })
  const questions = createAsking({ ...deps, reader })
  const popular = createPopular({ db, clock, reader })
  const { ownItem, detail } = reader

  const month = async (userId: number): Promise<MonthlyUseResponse> => {
    const now = clock.now()
    const plan = await subscriptions.activePlan(userId)
    const use = monthlyUse(plan, await usedIn(db, userId, now), now)
    return {
      ...use,
      resetsAt: use.resetsAt.toISOString(),
      communityReads: readsOf(plan, await communityReads.used(userId, now)),
    }
  }

  async function own(session: Session, id: number): Promise<EntryRow> {
    const row = await findOwn(db, session.userId, id)
    if (!row) throw missing()
    return row
  }

  return {
    month,
    detail,
    shared: reader.shared,
    cardOf: reader.cardOf,
    transcript: reader.transcript,
    view: reader.view,
    viewShared: reader.viewShared,
    linkedAudio: reader.linkedAudio,
    sharedAudio: reader.sharedAudio,
    audioLostError: (audio: LinkedAudio) => lostAudio(audio, deps),
    sharedThumbnail: reader.sharedThumbnail,
    mostViewed: popular.page,
    hiddenChannels: createHiddenChannels({ db, clock }),
    ask: questions.ask,
    preview: (session: Session, { urlOrId, preset }: { urlOrId: string; preset: Preset }): Promise<Preview> =>
      previews.preview(session.userId, { videoId: videoIdOf(urlOrId), preset }, () => month(session.userId)),

    async usage({ userId }: Session, cursor: string | null | undefined) {
      const rows = await linesOf(db, userId, { after: parseCursor(cursor), limit: usagePageSize + 1 })
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
      const rows = await listEntries(db, session.userId, {
        ...filter,
        after: parseListCursor(filter.cursor, isByScore(filter)),
        among: filter.run ? await deps.entriesOfRun(session.userId, filter.run) : null,
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      return {
        data: page.map(row => ownItem(row, session)),
        nextCursor: rows.length > limit ? cursorAt(page.at(-1)!, isByScore(filter)) : null,
        month: await month(session.userId),
      }
    },

    channels: async ({ userId }: Session) => ({ data: await channelsOf(db, userId) }),

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
      if (await findAnyEntryForVideo(trx, userId, options.videoId)) return null
      return (await requests.requestInTransaction(trx, userId, { ...options, focus: null, origin: 'schedule' })).id
    },

    /** Whether a schedule may request summaries for this user. If not, they must confirm their address first. */
    mayBegin: (userId: number): Promise<boolean> => mayBegin(db, userId, deps),

    async request(session: Session, options: Omit<Wish, 'videoId'> & { urlOrId: string }) {
      const { id, isNew } = await requests.request(session.userId, { ...options, videoId: videoIdOf(options.urlOrId) })
      return { summary: await detail(session, id), isNew }
    },

    /** Whether recordings can be uploaded. */
    listens: deps.transcriber !== undefined,

    async uploadCaptions(session: Session, file: Upload<AsyncIterable<Uint8Array>>) {
      await requireConfirmed(db, session.userId, deps)
      const { id, isNew } = await uploads.uploadCaptions(session.userId, file)
      return { summary: await detail(session, id), isNew }
    },

    /** Throws before the whole file has been received if the quota is used up or the queue is full. */
    async uploadRecording(session: Session, file: Upload<AsyncIterable<Uint8Array>>) {
      await requireConfirmed(db, session.userId, deps)
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
      return exportAs(format, exportable, deps.summarizer)
    },

    storedKinds: storedKindsOfSummaries(deps),

    /** Enqueues deferred recaps that are due. */
    wakeDeferred: requests.wakeDeferred,

    /** Updates the popular list with all changes since the last call. */
    restatePopular: popular.update,

    /** Indexes recaps created before search existed, until none are left or the process stops. */
    async indexForSearch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await indexSome(db))) {}
    },

    /** Deletes viewers of past days: they are only needed to count each view once a day. */
    forgetViewers: () => forgetViewers(db, new Date(clock.now().getTime() - dayMs).toISOString().slice(0, 10)),
  }
}

export type Summaries = ReturnType<typeof createSummaries>

function videoIdOf(urlOrId: string): string {
  const link = parseVideoLink(urlOrId)
  if (link.kind === 'video') return link.videoId
  throw new AppError('invalid_id')
}

const usagePageSize = 50

const cursorAt = ({ id, score }: ListedEntry, byScore: boolean): string => (byScore ? `${score}.${id}` : String(id))

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
