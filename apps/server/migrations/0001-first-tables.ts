import { type Kysely, sql } from 'kysely'

/** Users, videos, shared recaps and audios, users' summaries, and the monthly quota ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const key = 'id bigint generated always as identity primary key'
const stamps = 'created_at timestamptz not null default now(), updated_at timestamptz not null default now()'
const user = 'user_id bigint not null references users (id) on delete cascade'

const statements = [
  `create table users (
    ${key}, email text not null, email_key text not null unique, email_verified_at timestamptz, password_hash text,
    first_name text, last_name text, profile_picture text, timezone text not null, ${stamps})`,

  `create table sessions (
    ${key}, ${user}, token_hash text not null unique, created_at timestamptz not null default now(),
    seen_at timestamptz not null default now(), expires_at timestamptz not null)`,
  'create index sessions_of_user on sessions (user_id)',
  'create index sessions_by_end on sessions (expires_at)',

  `create table user_subscriptions (
    ${key}, ${user}, plan_id text not null, type text not null, status text not null, started_at timestamptz not null,
    ends_at timestamptz, payment_method text not null, transaction_id text not null, amount_cents integer not null,
    currency text not null, stripe_subscription_id text, is_trial boolean not null default false,
    created_at timestamptz not null default now(), updated_at timestamptz)`,
  'create index user_subscriptions_of_user on user_subscriptions (user_id)',

  `create table videos (
    video_id text primary key, owner_id bigint references users (id) on delete cascade, title text not null,
    channel_id text, channel text not null, description text, duration_ms bigint, view_count bigint,
    published_at timestamptz, is_public boolean not null, chapters jsonb not null default '[]',
    fetched_at timestamptz not null)`,
  'create index videos_of_owner on videos (owner_id) where owner_id is not null',

  `create table transcripts (
    ${key}, video_id text not null references videos (video_id) on delete cascade, kind text not null,
    language text not null, hash text not null, words integer not null, spoken_until_ms bigint not null,
    storage_key text not null, provider text not null, fetched_at timestamptz not null, unique (video_id, hash))`,

  `create table recaps (
    ${key}, request_key text not null, recap_key text, video_id text not null,
    transcript_id bigint references transcripts (id), engine text not null, preset text not null, state text not null,
    stage text, done integer, total integer, job_id uuid, job_run integer not null default 0,
    attempts integer not null default 0, code text, retry_at timestamptz, waits_for text, waits_since timestamptz,
    content jsonb, headline text, words integer, step_times jsonb not null default '{}', view_count bigint not null default 0, ${stamps},
    readable_at timestamptz)`,
  'create unique index recaps_by_key on recaps (recap_key) where recap_key is not null',
  `create unique index recaps_in_work on recaps (request_key) where state in ('queued', 'working', 'deferred')`,
  `create index recaps_to_wake on recaps (retry_at) where state = 'deferred' and job_id is null`,
  `create index recaps_readable on recaps (request_key, readable_at desc) where state = 'readable'`,

  `create table audios (
    ${key}, recap_id bigint not null references recaps (id) on delete cascade, voice text not null,
    sentences integer not null, max_length integer not null, state text not null, done integer, total integer,
    job_id uuid, job_run integer not null default 0, attempts integer not null default 0, code text, mp3_key text, timings_key text, duration_ms bigint, bytes bigint, loudness real, cpu_ms integer,
    ${stamps}, unique (recap_id, voice, sentences))`,

  `create table summaries (
    ${key}, ${user}, video_id text not null, recap_id bigint not null references recaps (id),
    audio_id bigint references audios (id), origin text not null, preset text not null, max_length integer not null,
    "then" jsonb, read_position integer, listened_ms integer, opened_at timestamptz, cancelled_at timestamptz,
    deleted_at timestamptz, ${stamps})`,
  'create index summaries_of_user on summaries (user_id, id desc) where deleted_at is null',
  'create index summaries_of_recap on summaries (recap_id)',
  'create index summaries_of_audio on summaries (audio_id) where audio_id is not null',
  `create unique index one_entry_per_recap on summaries (user_id, recap_id)
    where deleted_at is null and cancelled_at is null`,

  `create table usage (${user}, month text not null, used integer not null check (used >= 0), primary key (user_id, month))`,
  `create table usage_entries (
    ${key}, ${user}, summary_id bigint not null references summaries (id) on delete cascade, month text not null,
    state text not null, reason text, created_at timestamptz not null default now(), settled_at timestamptz)`,
  `create unique index one_open_reservation on usage_entries (summary_id) where state = 'reserved'`,
  'create index usage_entries_of_summary on usage_entries (summary_id)',
  'create index usage_entries_of_user on usage_entries (user_id, month)',

  `create table view_days (
    recap_id bigint not null references recaps (id) on delete cascade, day date not null, views integer not null,
    primary key (recap_id, day))`,
  `create table viewers (
    recap_id bigint not null references recaps (id) on delete cascade, ${user}, day date not null,
    primary key (recap_id, user_id, day))`,
]
