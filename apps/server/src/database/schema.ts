import type { IdentityProvider } from '@recaps/contract/auth'
import type { FailureCode } from '@recaps/contract/failures'
import type { PushPlatform, Topic } from '@recaps/contract/notifications'
import type { AudioState, Rating, Stage } from '@recaps/contract/summaries'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { Settings } from '@recaps/contract/users'
import type { ContentType, Frequency } from '@recaps/domain/plans'
import type { Timeframe } from '@recaps/domain/popularity'
import type { TranscriptKind } from '@recaps/domain/transcript'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Cost } from '../ports/summarizer.ts'
import type {
  PaymentCustomersTable,
  PaymentEventsTable,
  PaymentMovementsTable,
  PaymentOperationsTable,
  UserSubscriptionsTable,
} from './payment-tables.ts'
import type { ChannelsTable, ChannelVideosTable, NoticesTable, RunItemsTable, RunsTable } from './schedule-tables.ts'

type Key = GeneratedAlways<number>
type CreatedAt = Generated<Date>

export interface UsersTable {
  id: Key
  email: string
  /** Lower-case address; unique. */
  email_key: string
  email_verified_at: Date | null
  password_hash: string | null
  first_name: string | null
  last_name: string | null
  /** Name of the stored file. */
  profile_picture: string | null
  timezone: string
  /** Settings that the user changed; missing keys have their defaults. */
  settings: JSONColumnType<Partial<StoredSettings>, string | undefined>
  /** Whether this user's summaries and views count towards the popular list. */
  shows_in_popular: Generated<boolean>
  /** Set when the user deletes the account. The row then contains no personal data, and is deleted later. */
  deleted_at: Date | null
  /** UUID that identifies the buyer to the app stores. */
  account_token: GeneratedAlways<string>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** The settings that no SQL query needs. */
export type StoredSettings = Omit<Settings, 'timeZone' | 'showInPopular'>

export interface SessionsTable {
  id: Key
  user_id: number
  /** SHA-256 of the bearer token; the token itself is never stored. */
  token_hash: string
  /** Browser and system for the list of sessions: `Firefox on Linux`. */
  device: string | null
  /** The /24 or /64 network it was opened from. */
  network: string | null
  created_at: CreatedAt
  seen_at: CreatedAt
  expires_at: Date
}

export interface DevicesTable {
  id: Key
  user_id: number
  /** The session that registered it, which it is deleted with. */
  session_id: number | null
  platform: PushPlatform
  /** SHA-256 of its token. */
  token_hash: string
  token_sealed: string
  topics: Topic[]
  created_at: CreatedAt
  seen_at: CreatedAt
}

export interface IdentitiesTable {
  id: Key
  user_id: number
  provider: IdentityProvider
  /** The provider's id of the person; unique per provider. */
  subject: string
  /** The address that the provider reported when the identity was linked, for support. */
  email: string | null
  /** The client id and encrypted token used to revoke the sign-in at the provider; null if it cannot be revoked. */
  grant_client: string | null
  grant_sealed: string | null
  created_at: CreatedAt
  seen_at: CreatedAt
}

/** Sign-ins of deleted accounts that still have to be revoked at their providers. */
export interface EndingGrantsTable {
  id: Key
  provider: IdentityProvider
  client_id: string
  token_sealed: string
  created_at: CreatedAt
}

export interface ExchangeCodesTable {
  /** SHA-256 of the one-time code; the code itself is never stored. */
  code_hash: string
  user_id: number
  /** Who may exchange it: `browser:` and the SHA-256 of its cookie, or `app:` and the phone's challenge. */
  bound_to: string
  redirect: string | null
  expires_at: Date
}

export interface SpentNoncesTable {
  nonce_hash: string
  expires_at: Date
}

export interface VideosTable {
  video_id: string
  /** Set for an upload, which only this user can see. */
  owner_id: number | null
  title: string
  channel_id: string | null
  channel: string
  description: string | null
  duration_ms: number | null
  view_count: number | null
  published_at: Date | null
  is_public: boolean
  chapters: JSONColumnType<{ title: string; startMs: number }[]>
  fetched_at: Date
}

export interface TranscriptsTable {
  id: Key
  video_id: string
  kind: TranscriptKind
  language: string
  hash: string
  words: number
  spoken_until_ms: number
  storage_key: string
  provider: string
  fetched_at: Date
  /** When its stored file was last found missing and fetched again. */
  missed_at: Generated<Date | null>
}

export type RecapState = 'queued' | 'working' | 'deferred' | 'readable' | 'failed' | 'cancelled' | 'merged'

/** Duration of each step in milliseconds, for operators and benchmarks. */
export interface StepTimes {
  captionsMs?: number
  hearingMs?: number
  summaryMs?: number
}

/** Columns of rows that jobs process, one job at a time. */
interface ProcessedRow {
  done: number | null
  total: number | null
  /** The only job that may process it now; null if there is nothing to do. */
  job_id: string | null
  /** The attempt of that job that owns the row. An attempt that lost its lease finds a higher number and changes nothing. */
  job_run: Generated<number>
  /** Failed attempts of the current step; our own crashes do not count. */
  attempts: Generated<number>
  code: FailureCode | null
}

export interface RecapsTable extends ProcessedRow {
  id: Key
  /** Video, engine, model, version, preset and focus: everything known before the captions are read. */
  request_key: string
  /** The request key and the hash of the captions. Unique, so that each form of a video is generated only once. */
  recap_key: string | null
  video_id: string
  transcript_id: number | null
  engine: string
  preset: string
  /** What the user wants the summary to focus on. */
  focus: string | null
  state: RecapState
  stage: Stage | null
  /** When a deferred recap is retried. */
  retry_at: Date | null
  /** The code that it was last deferred with, and since when. */
  waits_for: FailureCode | null
  waits_since: Date | null
  content: JSONColumnType<SummaryContent> | null
  /** Copied from the content, so that lists need not load it. */
  headline: string | null
  words: number | null
  step_times: JSONColumnType<StepTimes>
  /** Null for a text that was free. */
  cost: JSONColumnType<Cost> | null
  /** When the first paid call for it was made. */
  money_spent_at: Date | null
  view_count: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
  readable_at: Date | null
}

/** Saved answers of a language model, so that a retry does not pay for them again. */
export interface ModelNotesTable {
  recap_id: number
  key: string
  note: JSONColumnType<object>
}

export interface AudiosTable extends ProcessedRow {
  id: Key
  recap_id: number
  /** Identifies service, model, voice and version. */
  voice: string
  /** The name of the voice at that time; null in rows from before voices could be chosen. */
  reader: string | null
  /** Number of sentences of the recap that are spoken, so that the audio of a shortened summary matches its text. */
  sentences: number
  /** A `maxLength` that shortens the recap to exactly these sentences. */
  max_length: number
  state: AudioState
  mp3_key: string | null
  timings_key: string | null
  duration_ms: number | null
  bytes: number | null
  loudness: number | null
  cpu_ms: number | null
  created_at: CreatedAt
  updated_at: CreatedAt
}

export interface SummariesTable {
  id: Key
  user_id: number
  video_id: string
  recap_id: number
  audio_id: number | null
  origin: 'request' | 'schedule' | 'upload'
  preset: string
  max_length: number
  /** Work to do once the summary is final: `{ name, data }`; null when it is done. */
  follow_up: JSONColumnType<{ name: string; data: object }> | null
  read_position: number | null
  listened_ms: number | null
  opened_at: Date | null
  cancelled_at: Date | null
  deleted_at: Date | null
  /** Seed of the share token, and the token's SHA-256. The token itself is never stored. */
  share_seed: string | null
  share_hash: string | null
  /** Views by its owner and through its link. `recaps.view_count` has all views. */
  view_count: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** Ratings that users gave their own summaries. */
export interface RatingsTable {
  summary_id: number
  rating: Rating
  rated_at: Date
}

export interface UsageTable {
  user_id: number
  month: string
  used: number
}

export interface UsageEntriesTable {
  id: Key
  user_id: number
  summary_id: number
  month: string
  state: 'reserved' | 'committed' | 'released'
  reason: string | null
  created_at: CreatedAt
  settled_at: Date | null
}

export interface ViewDaysTable {
  recap_id: number
  day: ColumnType<string, string, string>
  views: number
}

export interface ViewersTable {
  recap_id: number
  user_id: number
  day: ColumnType<string, string, string>
  /** False while the user's address is unconfirmed: the view is not in `view_days` yet. */
  counted: Generated<boolean>
}

export interface SchedulesTable {
  id: Key
  user_id: number
  type: ContentType
  frequency: Frequency
  /** Local time in `timezone` of the first occurrence, `2026-11-21T09:00:00`. It stays the same when the zone changes. */
  start_clock: string
  /** The user's zone. */
  timezone: string
  disabled: boolean
  /** The next occurrence. */
  next_run_at: Date
  /** Filters for uploads. */
  skip_shorts: Generated<boolean>
  skip_live: Generated<boolean>
  min_minutes: Generated<number>
  max_per_channel: Generated<number>
  /** Removed channels and since when each was followed. They can be restored until a day after the last change. */
  removed_channels: JSONColumnType<Record<string, string>, string | undefined>
  created_at: CreatedAt
  updated_at: CreatedAt
  /** Time of the soft delete, which can be undone until the row is erased. */
  deleted_at: Date | null
}

export interface ScheduleChannelsTable {
  schedule_id: number
  channel_id: string
  /** Order chosen by the user. */
  position: number
  title: string
  description: string
  thumbnails: JSONColumnType<{ default: string; medium: string; high: string }>
  added_at: CreatedAt
}

export interface FeedbackTable {
  id: Key
  /** Null if the sender was not logged in. */
  user_id: number | null
  email: string | null
  subject: string
  message: string
  created_at: CreatedAt
  updated_at: Date | null
}

/** Logged-out readers of shared pages, identified by a hash of their network that changes daily. */
export interface NetworkViewersTable {
  recap_id: number
  day: ColumnType<string, string, string>
  network: string
}

/** Community reads: the popular recaps that a user opened in a month. */
export interface ReadsTable {
  user_id: number
  month: string
  recap_id: number
  created_at: Date
}

export interface ReadMonthsTable {
  user_id: number
  month: string
  used: number
}

/** Videos and channels whose summaries the operator has blocked from being shown to other users. */
export interface BlocksTable {
  kind: 'video' | 'channel'
  subject: string
  reason: string | null
  created_at: CreatedAt
}

/** Counters of the rate limiter, in the format of rate-limiter-flexible. */
export interface RateLimitsTable {
  key: string
  points: Generated<number>
  /** Milliseconds since 1970. */
  expire: number | null
}

/** Recaps whose rows in `popular_standings` need an update. Written by triggers. */
export interface PopularMarksTable {
  id: Key
  recap_id: number
}

/** The search index of recaps. Written by triggers (migration 0027). Its `tsvector` column is never read. */
export interface SearchDocumentsTable {
  recap_id: number
}

/** Recaps from before the search index existed, until they are indexed. */
export interface SearchBacklogTable {
  recap_id: number
}

/** The popular list: one row per recap and timeframe with views. */
export interface PopularStandingsTable {
  recap_id: number
  timeframe: Timeframe
  /** Copied from the video, so that filtering hidden channels needs no join. */
  channel_id: string | null
  views: number
  /** The day on which the oldest of these views drop out of the timeframe. */
  changes_on: ColumnType<string, string, string> | null
}

export interface PopularTotalsTable {
  timeframe: Timeframe
  total: number
}

/** Channels that a user has hidden from the popular list, with their names at that time. */
export interface HiddenChannelsTable {
  user_id: number
  channel_id: string
  channel: string
  hidden_at: Date
}

/** Outgoing mails and push notifications. Rows never contain secrets: tokens are generated when a mail is composed. */
export interface OutboxTable {
  id: Key
  kind: 'mail' | 'push'
  user_id: number | null
  /** Recipient of a push notification. */
  device_id: number | null
  /** Recipient of a mail, if it is not the address of `user_id`. */
  address: string | null
  template: string
  data: JSONColumnType<object>
  /** `dropped`: no longer wanted by the time it was composed. */
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'dropped'
  /** Attempts that failed at the receiving service; those interrupted by our own crashes do not count. */
  attempts: Generated<number>
  job_id: string | null
  job_run: Generated<number>
  /** The same for every attempt, so that recipients can detect duplicates. */
  message_id: string
  /** Error of the last failed attempt, for support. */
  reason: string | null
  created_at: CreatedAt
  settled_at: Date | null
}

export interface MailTokensTable {
  /** SHA-256 of the token; the token itself is only in the mail. */
  token_hash: string
  purpose: 'reset' | 'verify'
  user_id: number
  /** The address it was mailed to, which is the only one it confirms. */
  email_key: string
  outbox_id: number
  expires_at: Date
  used_at: Date | null
}

export interface AuditEventsTable {
  id: Key
  user_id: number | null
  event: string
  network: string | null
  details: JSONColumnType<Record<string, string | number>>
  created_at: CreatedAt
}

/** Stored files that are scheduled for erasure. */
export interface ErasuresTable {
  name: string
  due_at: Date
}

/** When the daily storage check last started; a single row. */
export interface StorageChecksTable {
  id: Generated<1>
  begun_at: Date
}

/** A one-time permission for a user to upload a file. */
export interface UploadsTable {
  /** Name of the stored file. */
  key: string
  user_id: number
  file_url: string
  expires_at: Date
  used_at: Date | null
}

export interface ExportsTable {
  id: Key
  user_id: number
  state: 'preparing' | 'ready' | 'failed'
  job_id: string | null
  job_run: Generated<number>
  attempts: Generated<number>
  file: string | null
  bytes: number | null
  created_at: Date
  ready_at: Date | null
  expires_at: Date | null
}

export interface YoutubeRequestsTable {
  /** Name of the outbound route. */
  route: string
  sent_at: Date
}

export interface Database {
  erasures: ErasuresTable
  storage_checks: StorageChecksTable
  uploads: UploadsTable
  exports: ExportsTable
  users: UsersTable
  sessions: SessionsTable
  devices: DevicesTable
  outbox: OutboxTable
  mail_tokens: MailTokensTable
  audit_events: AuditEventsTable
  identities: IdentitiesTable
  ending_grants: EndingGrantsTable
  exchange_codes: ExchangeCodesTable
  spent_nonces: SpentNoncesTable
  user_subscriptions: UserSubscriptionsTable
  payment_operations: PaymentOperationsTable
  payment_customers: PaymentCustomersTable
  payment_events: PaymentEventsTable
  payment_movements: PaymentMovementsTable
  videos: VideosTable
  transcripts: TranscriptsTable
  youtube_requests: YoutubeRequestsTable
  recaps: RecapsTable
  model_notes: ModelNotesTable
  audios: AudiosTable
  summaries: SummariesTable
  ratings: RatingsTable
  usage: UsageTable
  usage_entries: UsageEntriesTable
  view_days: ViewDaysTable
  viewers: ViewersTable
  schedules: SchedulesTable
  schedule_channels: ScheduleChannelsTable
  channels: ChannelsTable
  channel_videos: ChannelVideosTable
  runs: RunsTable
  run_items: RunItemsTable
  notices: NoticesTable
  feedback: FeedbackTable
  blocks: BlocksTable
  rate_limits: RateLimitsTable
  network_viewers: NetworkViewersTable
  reads: ReadsTable
  read_months: ReadMonthsTable
  popular_marks: PopularMarksTable
  popular_standings: PopularStandingsTable
  popular_totals: PopularTotalsTable
  search_documents: SearchDocumentsTable
  search_backlog: SearchBacklogTable
  hidden_channels: HiddenChannelsTable
}
