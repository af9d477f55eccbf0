import { type Kysely, sql } from 'kysely'

/** Followed channels and their videos, schedule runs, and notifications in the app and on devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One row per channel, shared by all its followers. `next_poll_at` is null while it has no followers.
  `create table channels (
    channel_id text primary key, title text, health text not null default 'ok', health_since timestamptz,
    gone_seen_at timestamptz, gone_as text, next_poll_at timestamptz, poll_begun_at timestamptz, polled_at timestamptz,
    failures integer not null default 0, failed_with text, etag text, last_modified text, first_polled_at timestamptz,
    hub_asked_at timestamptz, hub_until timestamptz, hub_told_at timestamptz)`,
  'create index channels_due on channels (next_poll_at) where next_poll_at is not null',
  'create index channels_hub on channels (hub_until nulls first) where next_poll_at is not null',
  'create index schedule_channels_followers on schedule_channels (channel_id)',

  // The uploads of channels that were found while they had followers.
  `create table channel_videos (
    channel_id text not null references channels (channel_id) on delete cascade, video_id text not null, title text not null,
    published_at timestamptz not null, found_at timestamptz not null, kind text, duration_ms bigint,
    primary key (channel_id, video_id))`,
  'create index channel_videos_newest on channel_videos (channel_id, published_at desc)',
  'create index channel_videos_video on channel_videos (video_id)',

  `alter table schedules add column skip_shorts boolean not null default true, add column skip_live boolean not null default true,
    add column min_minutes integer not null default 0, add column max_per_channel integer not null default 5`,

  // One per occurrence. For a manual run, `due_at` is when the user requested it.
  `create table runs (
    id bigint generated always as identity primary key, schedule_id bigint references schedules (id) on delete set null,
    user_id bigint not null references users (id) on delete cascade, kind text not null, due_at timestamptz not null,
    state text not null default 'queued', outcome text, job_id uuid, job_run integer not null default 0,
    deadline_at timestamptz, outbox_id bigint, created_at timestamptz not null, ended_at timestamptz,
    unique (schedule_id, due_at))`,
  "create index runs_waiting on runs (deadline_at) where state = 'waiting'",
  'create index runs_of_schedule on runs (schedule_id, id desc)',
  'create index runs_of_user on runs (user_id, id desc)',

  // Only one row per user and video, ever, including skipped videos, so that no later run delivers them.
  `create table run_items (
    id bigint generated always as identity primary key, run_id bigint not null references runs (id) on delete cascade,
    user_id bigint not null references users (id) on delete cascade, video_id text not null, channel_id text not null,
    title text not null, published_at timestamptz not null, state text not null, reason text,
    summary_id bigint references summaries (id) on delete set null, told_in bigint references runs (id) on delete set null,
    unique (user_id, video_id))`,
  'create index run_items_of_run on run_items (run_id)',
  "create index run_items_untold on run_items (user_id) where told_in is null and state in ('requested', 'listed')",
  'create index run_items_of_summary on run_items (summary_id) where summary_id is not null',

  // Notifications in the app. `key` prevents a second notification of the same event.
  `create table notices (
    id bigint generated always as identity primary key, user_id bigint not null references users (id) on delete cascade,
    key text not null, kind text not null, title text not null, body text not null, path text not null,
    created_at timestamptz not null, read_at timestamptz, unique (user_id, key))`,
  'create index notices_of_user on notices (user_id, id desc)',
  'create index notices_unread on notices (user_id) where read_at is null',

  // Work to do once a summary is final: a job, or a notification to its user.
  'alter table summaries rename column "then" to follow_up',

  // Push notifications also go through the outbox, one row per device.
  'alter table outbox add column device_id bigint references devices (id) on delete set null',
]
