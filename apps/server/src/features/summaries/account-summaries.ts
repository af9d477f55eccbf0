import type { SummaryItem } from '@recaps/contract/summaries'
import type { SummaryContent } from '@recaps/contract/summary-content'
import { thumbnailSourceUrl } from '@recaps/domain/video-url'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { lockUser } from './account-lock.ts'
import {
  deleteUserRatings,
  eraseUserSummaries,
  findSummariesInProgress,
  findUploadFiles,
  softDeleteUserSummaries,
} from './account-summaries-repository.ts'
import { asMarkdown } from './export/as-markdown.ts'
import { type ExportableSummary, sanitizeForExport } from './export/exportable-summary.ts'
import { type ListPosition, listSummaries } from './list-summaries.ts'
import { detachFromRecap } from './own-summary.ts'
import { noUrls, presentSummaryItem, presentVideo } from './present.ts'
import { findTranscript, lockRecap } from './recaps-repository.ts'
import { findContent, isReadable, type SummaryRow, updateSummary } from './summaries-repository.ts'

/** One summary in the data export of an account: its details, its text and the stored files that belong to it. */
export interface ExportedSummary {
  item: SummaryItem
  content: SummaryContent | null
  markdown: string | null
  audioFile: string | null
  /** Gzipped JSON. Only for uploads: captions of videos are not the user's own data. */
  transcriptFile: string | null
}

const pageSize = 50

/** Exports the summaries of an account, and deletes them with the account. */
export function createAccountSummaries({ db, summarizer }: { db: Db; summarizer: Summarizer }) {
  /** The text, cut to the requested length. */
  async function loadText(row: SummaryRow): Promise<ExportableSummary | null> {
    const stored = (await findContent(db, row.recap_id))?.content
    if (!stored) return null
    return sanitizeForExport({
      title: row.title,
      channel: row.channel,
      videoUrl: presentVideo({ ...row, view_count: row.video_views }, null).videoUrl,
      videoId: row.video_id,
      madeAt: row.created_at,
      content: summarizer.fit(stored as SummaryContent, row.max_length),
      timings: null,
    })
  }

  return {
    /** All summaries of the user, newest first. Only one page is in memory at a time. */
    async *exportAll(userId: number): AsyncGenerator<ExportedSummary, void> {
      for (let after: ListPosition | null = null; ; ) {
        const rows = await listSummaries(db, userId, { after, limit: pageSize })
        for (const row of rows) {
          const text = isReadable(row) ? await loadText(row) : null
          const isUpload = row.owner_id !== null && row.transcript_id !== null
          yield {
            // Exports are read long after signed URLs expire.
            item: presentSummaryItem(row, { ...noUrls, thumbnailUrl: thumbnailSourceUrl(row.video_id) }),
            content: text?.content ?? null,
            markdown: text && asMarkdown(text, summarizer),
            audioFile: text && row.audio_state === 'ready' ? row.mp3_key : null,
            transcriptFile: isUpload ? ((await findTranscript(db, row.transcript_id!))?.storage_key ?? null) : null,
          }
        }
        const last = rows.at(-1)
        if (!last || rows.length < pageSize) return
        after = { id: last.id, score: null }
      }
    },

    /**
     * Soft-deletes all summaries: they are hidden, their share links stop working, and work that no other summary waits
     * for is cancelled.
     */
    async softDeleteAll(trx: Trx, userId: number, now: Date): Promise<void> {
      await lockUser(trx, userId)
      for (const summary of await findSummariesInProgress(trx, userId)) {
        await lockRecap(trx, summary.recap_id)
        await updateSummary(trx, summary.id, { deleted_at: now, cancelled_at: now }, now)
        await detachFromRecap(trx, { ...summary, refundable: true }, 'deleted', now)
      }
      await deleteUserRatings(trx, userId)
      await softDeleteUserSummaries(trx, userId, now)
    },

    /** Deletes all summaries permanently. Returns the names of stored files that are no longer referenced. */
    async eraseAll(trx: Trx, userId: number): Promise<string[]> {
      const files = await findUploadFiles(trx, userId)
      await eraseUserSummaries(trx, userId)
      return files
    },
  }
}

export type AccountSummaries = ReturnType<typeof createAccountSummaries>
