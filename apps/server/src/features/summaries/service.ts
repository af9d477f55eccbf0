import { gunzipSync } from 'node:zlib'
import type { MonthlyUseResponse } from '@recaps/contract/subscriptions'
import type { Preview, Summary, SummaryItem } from '@recaps/contract/summaries'
import type { SummaryContent, Timing, TranscriptResponse } from '@recaps/contract/summary-content'
import { monthlyUse } from '@recaps/domain/quota'
import { parseVideoLink } from '@recaps/domain/video-url'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Signer } from '../../ports/signer.ts'
import { audioLink, fileOf, readAudioLink } from './audio-link.ts'
import { usedIn } from './ledger.ts'
import { createOwnEntry, missing } from './own-entry.ts'
import { present, presentItem } from './present.ts'
import { createPreviewing, type PreviewingDeps } from './previewing.ts'
import { findTranscript } from './recaps-repository.ts'
import {
  countView,
  type EntryRow,
  findContent,
  findEntry,
  isReadable,
  type ListFilter,
  listEntries,
  updateEntry,
} from './repository.ts'
import { createRequesting, type RequestingDeps, type Wish } from './requesting.ts'

export interface SummariesDeps extends RequestingDeps, PreviewingDeps {
  signer: Signer
  /** Whether a session still lives, for audio links that are bound to one. */
  sessionById(sessionId: number): Promise<Session | null>
}

export const defaultMaxLength = 10_000

export function createSummaries(deps: SummariesDeps) {
  const { db, clock, subscriptions, summarizer, storage, signer } = deps
  const requesting = createRequesting(deps)
  const ownEntry = createOwnEntry(deps, requesting)
  const previewing = createPreviewing(deps)

  const month = async (userId: number): Promise<MonthlyUseResponse> => {
    const now = clock.now()
    const use = monthlyUse(await subscriptions.activePlan(userId), await usedIn(db, userId, now), now)
    return { ...use, resetsAt: use.resetsAt.toISOString() }
  }

  const item = (row: EntryRow, session: Session): SummaryItem =>
    presentItem(
      row,
      row.mp3_key ? audioLink({ summaryId: row.id, sessionId: session.sessionId }, row.mp3_key, signer, clock) : null,
    )

  async function own(session: Session, id: number): Promise<EntryRow> {
    const row = await findEntry(db, session.userId, id)
    if (!row) throw missing()
    return row
  }

  async function detail(session: Session, id: number): Promise<Summary> {
    const row = await own(session, id)
    const stored = isReadable(row) ? (await findContent(db, row.recap_id))?.content : null
    if (!stored) return present(item(row, session), '', null, null)
    const kept = summarizer.fit(stored as SummaryContent, row.max_length)
    const timings = row.audio_state === 'ready' && row.timings_key ? await storage.get(row.timings_key) : null
    return present(item(row, session), summarizer.markdown(kept), kept, timings ? unzip<Timing[]>(timings) : null)
  }

  return {
    month,
    detail,
    preview: (session: Session, urlOrId: string): Promise<Preview> =>
      previewing.preview(session.userId, videoIdOf(urlOrId), () => month(session.userId)),

    async list(
      session: Session,
      filter: Omit<ListFilter, 'before' | 'limit'> & { cursor?: string | null; limit?: number | null },
    ) {
      const limit = filter.limit ?? 30
      const rows = await listEntries(db, session.userId, {
        ...filter,
        before: readCursor(filter.cursor),
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      return {
        data: page.map(row => item(row, session)),
        nextCursor: rows.length > limit ? String(page.at(-1)!.id) : null,
        month: await month(session.userId),
      }
    },

    async request(session: Session, wish: Omit<Wish, 'videoId'> & { urlOrId: string }) {
      const { id, isNew } = await requesting.request(session.userId, { ...wish, videoId: videoIdOf(wish.urlOrId) })
      return { summary: await detail(session, id), isNew }
    },

    async upload(session: Session, file: Parameters<typeof requesting.upload>[1]) {
      const { id, isNew } = await requesting.upload(session.userId, file)
      return { summary: await detail(session, id), isNew }
    },

    async change(
      session: Session,
      id: number,
      change: { readPosition?: number | null; listenedMs?: number | null; unread?: boolean | null },
    ): Promise<SummaryItem> {
      const row = await own(session, id)
      const now = clock.now()
      await updateEntry(
        db,
        row.id,
        {
          ...(change.readPosition == null ? {} : { read_position: change.readPosition }),
          ...(change.listenedMs == null ? {} : { listened_ms: change.listenedMs }),
          ...(change.unread == null ? {} : { opened_at: change.unread ? null : now }),
        },
        now,
      )
      return item(await own(session, id), session)
    },

    async delete(session: Session, id: number): Promise<void> {
      await ownEntry.delete(session.userId, id)
    },

    async restore(session: Session, id: number): Promise<SummaryItem> {
      await ownEntry.restore(session.userId, id)
      return item(await own(session, id), session)
    },

    async cancel(session: Session, id: number): Promise<Summary> {
      await ownEntry.cancel(session.userId, id)
      return await detail(session, id)
    },

    async retry(session: Session, id: number): Promise<{ summary: Summary; isNew: boolean }> {
      const isNew = await ownEntry.retry(session.userId, id)
      return { summary: await detail(session, id), isNew }
    },

    /** Sends deferred recaps whose time has come to work again. */
    wakeDeferred: requesting.wakeDeferred,

    async transcript(session: Session, id: number): Promise<TranscriptResponse> {
      const row = await own(session, id)
      const transcript = isReadable(row) ? await findTranscript(db, row.transcript_id!) : undefined
      const packed = transcript && (await storage.get(transcript.storage_key))
      if (!transcript || !packed) throw missing()
      const content = (await findContent(db, row.recap_id))?.content
      const segments = await deps.transcripts.segments(packed)
      return {
        kind: transcript.kind,
        language: transcript.language,
        quality: content?.transcript.quality ?? '',
        segments: segments.map(({ startMs, endMs, text, speaker }) => ({
          startMs,
          endMs,
          text,
          ...(speaker ? { speaker } : {}),
        })),
      }
    },

    async view(session: Session, id: number): Promise<void> {
      const row = await own(session, id)
      if (!isReadable(row)) return
      const now = clock.now()
      await db.transaction().execute(async trx => {
        await countView(trx, row.recap_id, session.userId, now.toISOString().slice(0, 10))
        if (row.opened_at === null) await updateEntry(trx, row.id, { opened_at: now }, now)
      })
    },

    /** The stored file behind a signed link, if the link is ours, its session lives, and the entry is still there. */
    async audioFile(link: Parameters<typeof readAudioLink>[0]): Promise<string> {
      const grant = readAudioLink(link, signer, clock)
      const session = grant && (await deps.sessionById(grant.sessionId))
      const row = grant && session && (await findEntry(db, session.userId, grant.summaryId))
      if (!row?.mp3_key || fileOf(row.mp3_key) !== link.file) throw missing()
      return row.mp3_key
    },
  }
}

export type Summaries = ReturnType<typeof createSummaries>

const unzip = <T>(bytes: Uint8Array): T => JSON.parse(gunzipSync(bytes).toString('utf8')) as T

function videoIdOf(urlOrId: string): string {
  const link = parseVideoLink(urlOrId)
  if (link.kind === 'video') return link.videoId
  throw new AppError('invalid_id')
}

function readCursor(cursor: string | null | undefined): number | null {
  if (!cursor) return null
  const id = Number(cursor)
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('invalid_request', 'The cursor is not one of ours.')
  return id
}
