import type { FailureCode } from '@recaps/contract/failures'
import type { NoticeKind } from '@recaps/contract/notices'
import type { ChannelHealth, RunOutcome } from '@recaps/contract/schedules'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GaplessUploads, UploadKind } from '../ports/uploads.ts'

type Key = GeneratedAlways<number>

/** One row per channel, shared by all its followers. */
export interface ChannelsTable {
  channel_id: string
  /** From its feed; null until it was polled. */
  title: string | null
  health: Generated<ChannelHealth>
  /** Since when `health` has its value; null for `ok`. */
  health_since: Date | null
  /** When it was first found to be gone, until a second check confirms that. */
  gone_seen_at: Date | null
  gone_as: 'private' | 'deleted' | null
  /** Null while it has no followers. */
  next_poll_at: Date | null
  /** Later than `polled_at` while a process polls the channel, or after that process died. */
  poll_begun_at: Date | null
  polled_at: Date | null
  /** Consecutive failed polls. */
  failures: Generated<number>
  failed_with: FailureCode | null
  etag: string | null
  last_modified: string | null
  /** Since when its uploads are known; forecasts depend on it. */
  first_polled_at: Date | null
  /** Notifications from the hub: when we last subscribed, when the subscription expires, when the last one arrived. */
  hub_asked_at: Date | null
  hub_until: Date | null
  hub_told_at: Date | null
  /** The videos of its last lists without gaps; `isAll` if these are all of its videos. */
  listed: ColumnType<GaplessUploads | null, string | undefined, string>
  /** When `listed` was last updated. */
  listed_at: Date | null
}

export interface ChannelVideosTable {
  channel_id: string
  video_id: string
  title: string
  published_at: Date
  found_at: Date
  /** When it became watchable, if that was long after its date because it was only announced, or not public. */
  watchable_at: Date | null
  /** Null until fetched; `upcoming` while it is only announced. */
  kind: UploadKind | null
  duration_ms: number | null
}

/**
 * `queued` → `gathering` (its videos are known, their summaries are being requested) → `waiting` (for these summaries) →
 * `delivered`, or `skipped` if there was nothing to do.
 */
export type RunState = 'queued' | 'gathering' | 'waiting' | 'delivered' | 'skipped'

export interface RunsTable {
  id: Key
  schedule_id: number | null
  user_id: number
  kind: 'due' | 'now'
  /** The scheduled time; for a manual run (`now`), when the user requested it. */
  due_at: Date
  state: ColumnType<RunState, RunState | undefined, RunState>
  outcome: RunOutcome | null
  job_id: string | null
  job_run: Generated<number>
  /** When it ends, even if summaries are still in progress. */
  deadline_at: Date | null
  /** The digest mail. */
  outbox_id: number | null
  created_at: Date
  ended_at: Date | null
}

/**
 * `found`: not requested yet · `requested`: has a summary · `listed`: only its title is in the digest · `left_out`: not in
 * the digest. For the last two, `reason` says why.
 */
export type RunItemState = 'found' | 'requested' | 'listed' | 'left_out'

export interface RunItemsTable {
  id: Key
  run_id: number
  user_id: number
  video_id: string
  channel_id: string
  title: string
  published_at: Date
  state: RunItemState
  reason: string | null
  summary_id: number | null
  /** The run whose digest contained it. */
  told_in: number | null
}

export interface NoticesTable {
  id: Key
  user_id: number
  /** Identifies the event, so that a user is notified of it only once. */
  key: string
  kind: NoticeKind
  title: string
  body: string
  /** Path in the app that it links to. */
  path: string
  created_at: Date
  read_at: Date | null
  /** The row remains after deletion, so that its key still prevents a second notification. */
  deleted_at: Date | null
}
