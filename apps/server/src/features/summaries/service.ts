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
    Omit<AskingDeps, 'reading'> {
  /** What the digest of a run of this user told of. */
  entriesOfRun(userId: number, runId: number): Promise<number[]>
}

const dayMs = 24 * 3600 * 1000

export function createSummaries(deps: SummariesDeps) {
  const { db, clock, subscriptions } = deps
  const requesting = createRequesting(deps)
  const uploading = createUploading(deps)
  const ownEntry = createOwnEntry(deps, requesting)
  const previewing = createPreviewing(deps)
  const communityReads = createCommunityReads(deps)
  const reading = createReading({ ...deps, communityReads })
  const asking = createAsking({ ...deps, reading })
  const popular = createPopular({ db, clock, reading })
  const { ownItem, detail } = reading

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
    shared: reading.shared,
    cardOf: reading.cardOf,
    transcript: reading.transcript,
    view: reading.view,
    viewShared: reading.viewShared,
    linkedAudio: reading.linkedAudio,
    sharedAudio: reading.sharedAudio,
    /** What its reader is told of audio that the storage does not have. */
    lostAudio: (audio: LinkedAudio) => lostAudio(audio, deps),
    sharedThumbnail: reading.sharedThumbnail,
    mostViewed: popular.page,
    /** What its reader does not want to meet in the popular list. */
    hiddenChannels: createHiddenChannels({ db, clock }),
    ask: asking.ask,
    preview: (session: Session, { urlOrId, preset }: { urlOrId: string; preset: Preset }): Promise<Preview> =>
      previewing.preview(session.userId, { videoId: videoIdOf(urlOrId), preset }, () => month(session.userId)),

    async usage({ userId }: Session, cursor: string | null | undefined) {
      const lines = await linesOf(db, userId, { after: readCursor(cursor), limit: usagePage + 1 })
      const page = lines.slice(0, usagePage)
      return {
        data: page.map(line => ({
          id: line.id,
          summaryId: line.deleted_at ? null : line.summary_id,
          title: line.title,
          origin: line.origin,
          state: line.state,
          reason: line.reason as UsageEntry['reason'],
          createdAt: line.created_at.toISOString(),
        })),
        nextCursor: lines.length > usagePage ? String(page.at(-1)!.id) : null,
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
        after: readPosition(filter.cursor, isByScore(filter)),
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
     * For a schedule, as part of what it does: the entry on the video, or null where the user has, or ever had, one of
     * their own. Throws where the month has no place left, and for what is blocked.
     */
    async requestScheduled(
      trx: Trx,
      userId: number,
      wish: { videoId: string; preset: string; maxLength: number; followUp: FollowUp },
    ): Promise<number | null> {
      if (!(await lockUser(trx, userId))) return null
      if (await findAnyEntryForVideo(trx, userId, wish.videoId)) return null
      return (await requesting.requestIn(trx, userId, { ...wish, focus: null, origin: 'schedule' })).id
    },

    /** Whether a schedule may ask for summaries for this user, or they must confirm their address first. */
    mayBegin: (userId: number): Promise<boolean> => mayBegin(db, userId, deps),

    async request(session: Session, wish: Omit<Wish, 'videoId'> & { urlOrId: string }) {
      const { id, isNew } = await requesting.request(session.userId, { ...wish, videoId: videoIdOf(wish.urlOrId) })
      return { summary: await detail(session, id), isNew }
    },

    /** Whether sound can be uploaded. */
    listens: deps.transcriber !== undefined,

    async uploadCaptions(session: Session, file: Upload<AsyncIterable<Uint8Array>>) {
      await requireConfirmed(db, session.userId, deps)
      const { id, isNew } = await uploading.captions(session.userId, file)
      return { summary: await detail(session, id), isNew }
    },

    /** Refuses before all of it was sent where the month has no place left, or too many are waiting. */
    async uploadSound(session: Session, file: Upload<AsyncIterable<Uint8Array>>) {
      await requireConfirmed(db, session.userId, deps)
      const plan = await subscriptions.activePlan(session.userId)
      if ((await month(session.userId)).remaining === 0)
        throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
      await deps.queueLimit.requireRoom(db)
      const { id, isNew } = await uploading.sound(session.userId, file)
      return { summary: await detail(session, id), isNew }
    },

    async change(session: Session, id: number, change: Parameters<typeof ownEntry.change>[2]): Promise<SummaryItem> {
      await ownEntry.change(session.userId, id, change)
      return ownItem(await own(session, id), session)
    },

    async delete(session: Session, id: number): Promise<void> {
      await ownEntry.delete(session.userId, id)
    },

    async restore(session: Session, id: number): Promise<SummaryItem> {
      await ownEntry.restore(session.userId, id)
      return ownItem(await own(session, id), session)
    },

    async cancel(session: Session, id: number): Promise<Summary> {
      await ownEntry.cancel(session.userId, id)
      return await detail(session, id)
    },

    async retry(session: Session, id: number): Promise<{ summary: Summary; isNew: boolean }> {
      const isNew = await ownEntry.retry(session.userId, id)
      return { summary: await detail(session, id), isNew }
    },

    async export(session: Session, id: number, format: ExportFormat): Promise<ExportedFile> {
      const { row } = await reading.reach(session, id)
      const text = await reading.textOf(row)
      if (!text) throw new AppError('invalid_request', 'There is no text to export yet. Try again when it is ready.')
      const { videoId, videoUrl, title, channel } = presentVideo({ ...row, view_count: row.video_views }, null)
      const exported = { videoId, videoUrl, title, channel, madeAt: row.created_at, ...text }
      return exportAs(format, exported, deps.summarizer)
    },

    storedKinds: storedKindsOfSummaries(deps),

    /** Sends deferred recaps whose time has come to work again. */
    wakeDeferred: requesting.wakeDeferred,

    /** Brings the popular list up to what happened since. */
    restatePopular: popular.restate,

    /** Indexes what is older than the search, until nothing is left or the process stops. */
    async indexForSearch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await indexSome(db))) {}
    },

    /** A view is counted once a day: of the days before nobody has to be known any more. */
    forgetViewers: () => forgetViewers(db, new Date(clock.now().getTime() - dayMs).toISOString().slice(0, 10)),
  }
}

export type Summaries = ReturnType<typeof createSummaries>

function videoIdOf(urlOrId: string): string {
  const link = parseVideoLink(urlOrId)
  if (link.kind === 'video') return link.videoId
  throw new AppError('invalid_id')
}

/** So many lines of the ledger at once. */
const usagePage = 50

const cursorAt = ({ id, score }: ListedEntry, byScore: boolean): string => (byScore ? `${score}.${id}` : String(id))

/** A cursor of the list: the last id, and before it the score where that is the order. */
function readPosition(cursor: string | null | undefined, byScore: boolean): ListPosition | null {
  if (!cursor) return null
  if (!byScore) return { id: readCursor(cursor)!, score: null }
  const [, score, id] = /^(\d{1,4})\.(\d+)$/.exec(cursor) ?? []
  return { id: readCursor(id ?? 'none')!, score: Number(score) }
}

function readCursor(cursor: string | null | undefined): number | null {
  if (!cursor) return null
  const id = Number(cursor)
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('invalid_request', 'The cursor is not one of ours.')
  return id
}
