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
import type { ChannelsTable, ChannelVideosTable, NoticesTable, RunItemsTable, RunsTable } from './following-tables.ts'
import type {
  PaymentCustomersTable,
  PaymentEventsTable,
  PaymentMovementsTable,
  PaymentOperationsTable,
  UserSubscriptionsTable,
} from './payment-tables.ts'

type Key = GeneratedAlways<number>
type CreatedAt = Generated<Date>

export interface UsersTable {
  id: Key
  email: string
  /** Lower-cased address: what makes an account unique. */
  email_key: string
  email_verified_at: Date | null
  password_hash: string | null
  first_name: string | null
  last_name: string | null
  /** Name of the stored file. */
  profile_picture: string | null
  timezone: string
  /** What the user has chosen; absent keys have their defaults. */
  settings: JSONColumnType<Partial<StoredSettings>, string | undefined>
  /** Whether what this user has counts towards the popular list. */
  shows_in_popular: Generated<boolean>
  /** Set when its owner deleted the account: nothing personal is left in the row, and after a time the row goes. */
  deleted_at: Date | null
  /** A UUID that app stores are told of who buys. */
  account_token: GeneratedAlways<string>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** The settings that are never asked for in SQL. */
export type StoredSettings = Omit<Settings, 'timeZone' | 'showInPopular'>

export interface SessionsTable {
  id: Key
  user_id: number
  /** SHA-256 of the bearer token; the token itself is never stored. */
  token_hash: string
  /** Browser and system, as a list of sessions shows them: `Firefox on Linux`. */
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
  /** The session it was registered in; it goes with it. */
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
  /** What the provider calls the person; with the provider it is the key of the identity. */
  subject: string
  /** The address the provider told when the identity came to the account, for support. */
  email: string | null
  /** By what the sign-in can be ended at the provider, sealed, and of which of our clients there; null where it cannot be. */
  grant_client: string | null
  grant_sealed: string | null
  created_at: CreatedAt
  seen_at: CreatedAt
}

/** Sign-ins of deleted accounts that are to be ended at their providers. */
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
  /** Set for an uploaded caption file: only this user ever sees it. */
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
  /** When its object was last found missing and fetched again. */
  missed_at: Generated<Date | null>
}

export type RecapState = 'queued' | 'working' | 'deferred' | 'readable' | 'failed' | 'cancelled' | 'merged'

/** How long each step took, milliseconds, for the operator and the benchmark. */
export interface StepTimes {
  captionsMs?: number
  hearingMs?: number
  summaryMs?: number
}

/** What jobs work on, one after the other. */
interface WorkedOn {
  done: number | null
  total: number | null
  /** The one job that may work on it now; null while none has to. */
  job_id: string | null
  /** Which run of that job holds it: a run that lost its lease finds a higher number and changes nothing. */
  job_run: Generated<number>
  /** How often the step in work was refused; our own crashes do not count. */
  attempts: Generated<number>
  code: FailureCode | null
}

export interface RecapsTable extends WorkedOn {
  id: Key
  /** Video, engine, model, version, preset, focus: what is known before the captions are read. */
  request_key: string
  /** The request key and the hash of the track: unique, so that one video in one form is made once. */
  recap_key: string | null
  video_id: string
  transcript_id: number | null
  engine: string
  preset: string
  /** What its reader wants to know most. */
  focus: string | null
  state: RecapState
  stage: Stage | null
  /** When a deferred one is looked at again. */
  retry_at: Date | null
  /** The deferred code it was last put off with, and since when it is that one. */
  waits_for: FailureCode | null
  waits_since: Date | null
  content: JSONColumnType<SummaryContent> | null
  /** Taken from the content, so that lists need not read it. */
  headline: string | null
  words: number | null
  step_times: JSONColumnType<StepTimes>
  /** Null for a text that cost nothing. */
  cost: JSONColumnType<Cost> | null
  /** When the first call that costs money was made for it. */
  money_spent_at: Date | null
  view_count: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
  readable_at: Date | null
}

/** Answers of a language model, so that none is asked for twice. */
export interface ModelNotesTable {
  recap_id: number
  key: string
  note: JSONColumnType<object>
}

export interface AudiosTable extends WorkedOn {
  id: Key
  recap_id: number
  /** What the sound depends on: service, model, voice and version. */
  voice: string
  /** What that voice was called when it was asked; null in rows that are older than voices to choose from. */
  reader: string | null
  /** How many sentences of the recap are spoken: entries with a smaller `maxLength` hear what they read. */
  sentences: number
  /** A `maxLength` that leaves just these sentences. */
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
  /** What is done when nothing more comes of this entry: `{ name, data }`; null when it was done. */
  follow_up: JSONColumnType<{ name: string; data: object }> | null
  read_position: number | null
  listened_ms: number | null
  opened_at: Date | null
  cancelled_at: Date | null
  deleted_at: Date | null
  /** What the share token is derived from, and its SHA-256; both or neither. The token itself is never stored. */
  share_seed: string | null
  share_hash: string | null
  /** Views of its owner and of the readers of its link; `recaps.view_count` holds those of everybody. */
  view_count: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** What the owner of a summary thought of it. */
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
  /** False while the user's address is not confirmed: the view is not in `view_days`. */
  counted: Generated<boolean>
}

export interface SchedulesTable {
  id: Key
  user_id: number
  type: ContentType
  frequency: Frequency
  /** What the clocks of `timezone` show at the first occurrence, `2026-11-21T09:00:00`: it stays when the zone changes. */
  start_clock: string
  /** The user's zone. */
  timezone: string
  disabled: boolean
  /** The first occurrence that has not run. */
  next_run_at: Date
  /** Which uploads it brings. */
  skip_shorts: Generated<boolean>
  skip_live: Generated<boolean>
  min_minutes: Generated<number>
  max_per_channel: Generated<number>
  /** What it has let go of and may still take back, until a day after its last change: since when each was followed. */
  removed_channels: JSONColumnType<Record<string, string>, string | undefined>
  created_at: CreatedAt
  updated_at: CreatedAt
  /** Since when it rests until it is erased, or its deletion is taken back. */
  deleted_at: Date | null
}

export interface ScheduleChannelsTable {
  schedule_id: number
  channel_id: string
  /** As the user has put them in order. */
  position: number
  title: string
  description: string
  thumbnails: JSONColumnType<{ default: string; medium: string; high: string }>
  added_at: CreatedAt
}

export interface FeedbackTable {
  id: Key
  /** Null for what was sent without being signed in. */
  user_id: number | null
  email: string | null
  subject: string
  message: string
  created_at: CreatedAt
  updated_at: Date | null
}

/** Signed-out readers of shared pages, by a hash of their network that is another every day. */
export interface NetworkViewersTable {
  recap_id: number
  day: ColumnType<string, string, string>
  network: string
}

/** Community reads: which popular recaps a user opened in which month. */
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

/** Videos and channels that whoever runs the service has taken out of what is shown to others. */
export interface BlocksTable {
  kind: 'video' | 'channel'
  subject: string
  reason: string | null
  created_at: CreatedAt
}

/** Counters of limits, as rate-limiter-flexible keeps them. */
export interface RateLimitsTable {
  key: string
  points: Generated<number>
  /** Milliseconds since 1970. */
  expire: number | null
}

/** Recaps whose standing has to be looked at again; written by triggers. */
export interface PopularMarksTable {
  id: Key
  recap_id: number
}

/** The words that each recap is found by. Triggers write it (migration 0027); PostgreSQL's type `tsvector` is never read. */
export interface SearchDocumentsTable {
  recap_id: number
}

/** Recaps that are older than the search, until they are indexed. */
export interface SearchBacklogTable {
  recap_id: number
}

/** The popular list: a row for each timeframe in which a recap has views. */
export interface PopularStandingsTable {
  recap_id: number
  timeframe: Timeframe
  /** Of the video: what hides a channel looks no further. */
  channel_id: string | null
  views: number
  /** The day on which the oldest of these views leave the timeframe. */
  changes_on: ColumnType<string, string, string> | null
}

export interface PopularTotalsTable {
  timeframe: Timeframe
  total: number
}

/** Channels that a user does not want to meet in the popular list, by the names they had when they were hidden. */
export interface HiddenChannelsTable {
  user_id: number
  channel_id: string
  channel: string
  hidden_at: Date
}

/** A message on its way out. The row never holds a secret: what a mail carries is made when it is composed. */
export interface OutboxTable {
  id: Key
  kind: 'mail' | 'push'
  user_id: number | null
  /** The device that a push message goes to. */
  device_id: number | null
  /** Where it goes when that is not the address of `user_id`. */
  address: string | null
  template: string
  data: JSONColumnType<object>
  /** `dropped`: nobody wanted it any more when it was to be composed. */
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'dropped'
  /** Attempts that were refused; those that a crash of ours cut off do not count. */
  attempts: Generated<number>
  job_id: string | null
  job_run: Generated<number>
  /** The same for every attempt, so that a receiver knows a mail that came twice. */
  message_id: string
  /** What the last refusal said, for support. */
  reason: string | null
  created_at: CreatedAt
  settled_at: Date | null
}

export interface MailTokensTable {
  /** SHA-256 of the token; the token itself is in the mail alone. */
  token_hash: string
  purpose: 'reset' | 'verify'
  user_id: number
  /** The address it was mailed to: it proves nothing about another. */
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

/** A stored file that has to go. */
export interface ErasuresTable {
  name: string
  due_at: Date
}

/** The daily check of the storage, in one row. */
export interface StorageChecksTable {
  id: Generated<1>
  begun_at: Date
}

/** A place that one user may send one file to. */
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
  /** The name of the way out. */
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
