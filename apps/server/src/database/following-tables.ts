import type { FailureCode } from '@recaps/contract/failures'
import type { NoticeKind } from '@recaps/contract/notices'
import type { ChannelHealth, RunOutcome } from '@recaps/contract/schedules'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Gapless, UploadKind } from '../ports/uploads.ts'

type Key = GeneratedAlways<number>

/** One row for a channel, whoever follows it. */
export interface ChannelsTable {
  channel_id: string
  /** As its feed says; null until it was polled. */
  title: string | null
  health: Generated<ChannelHealth>
  /** Since when it is what it is, when it is not `ok`. */
  health_since: Date | null
  /** When it was first found gone, while that has to be seen once more before anything follows from it. */
  gone_seen_at: Date | null
  gone_as: 'private' | 'deleted' | null
  /** Null while nobody follows it. */
  next_poll_at: Date | null
  /** Set while a process asks; later than `polled_at` while it does, or after it died. */
  poll_begun_at: Date | null
  polled_at: Date | null
  /** Polls in a row that failed. */
  failures: Generated<number>
  failed_with: FailureCode | null
  etag: string | null
  last_modified: string | null
  /** How long its uploads are known: what is forecast rests on it. */
  first_polled_at: Date | null
  /** The hub was asked to tell us of uploads; until when it does; when it last did. */
  hub_asked_at: Date | null
  hub_until: Date | null
  hub_told_at: Date | null
  /** The videos of its last list without gaps, and of those before; `isAll` where it had no others. */
  listed: ColumnType<Gapless | null, string | undefined, string>
  /** When it was last listed so. */
  listed_at: Date | null
}

export interface ChannelVideosTable {
  channel_id: string
  video_id: string
  title: string
  published_at: Date
  found_at: Date
  /** When it was first seen as watchable, where that is long after its date: it was announced before, or not public. */
  watchable_at: Date | null
  /** Null until somebody looked; `upcoming` while it is only announced. */
  kind: UploadKind | null
  duration_ms: number | null
}

/**
 * `queued` → `gathering` (its videos are known and being asked for) → `waiting` (for their summaries) → `delivered`, or
 * `skipped` where nothing was to be done.
 */
export type RunState = 'queued' | 'gathering' | 'waiting' | 'delivered' | 'skipped'

export interface RunsTable {
  id: Key
  schedule_id: number | null
  user_id: number
  kind: 'due' | 'now'
  /** The occurrence; of a run by hand, when it was asked for. */
  due_at: Date
  state: ColumnType<RunState, RunState | undefined, RunState>
  outcome: RunOutcome | null
  job_id: string | null
  job_run: Generated<number>
  /** When it ends whatever is still in work. */
  deadline_at: Date | null
  /** The mail of its digest. */
  outbox_id: number | null
  created_at: Date
  ended_at: Date | null
}

/**
 * `found`: to be asked for · `requested`: has an entry · `listed`: only named in the digest (`reason` says why) · `left_out`:
 * not told of at all (`reason` says why).
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
  /** The run whose digest told of it. */
  told_in: number | null
}

export interface NoticesTable {
  id: Key
  user_id: number
  /** What is told once has one key. */
  key: string
  kind: NoticeKind
  title: string
  body: string
  /** Path of the app that it leads to. */
  path: string
  created_at: Date
  read_at: Date | null
  /** Its key stays, so that it is not told again. */
  deleted_at: Date | null
}
