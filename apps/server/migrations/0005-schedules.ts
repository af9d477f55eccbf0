import { type Kysely, sql } from 'kysely'

/** Schedules, at most one of each type per user, and the channels they follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table schedules (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade, type text not null, frequency text not null,
    start_clock text not null, timezone text not null, disabled boolean not null, next_run_at timestamptz not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(), unique (user_id, type))`,
  'create index schedules_due on schedules (next_run_at) where not disabled',

  `create table schedule_channels (
    schedule_id bigint not null references schedules (id) on delete cascade, channel_id text not null,
    position integer not null, title text not null, description text not null, thumbnails jsonb not null,
    added_at timestamptz not null default now(), primary key (schedule_id, channel_id))`,
]
