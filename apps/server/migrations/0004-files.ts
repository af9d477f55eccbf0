import { type Kysely, sql } from 'kysely'

/** Profile picture uploads, scheduled file erasures, exports and deleted accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const user = 'user_id bigint not null references users (id) on delete cascade'

const statements = [
  'alter table users add column deleted_at timestamptz',
  'create index users_deleted on users (deleted_at) where deleted_at is not null',

  'create table erasures (name text primary key, due_at timestamptz not null)',
  'create index erasures_due on erasures (due_at)',

  `create table uploads (
    key text primary key, ${user}, file_url text not null unique, expires_at timestamptz not null,
    used_at timestamptz)`,
  'create index uploads_of_user on uploads (user_id)',
  'create index uploads_by_end on uploads (expires_at)',

  `create table exports (
    id bigint generated always as identity primary key, ${user}, state text not null, job_id uuid,
    job_run integer not null default 0, attempts integer not null default 0, file text, bytes bigint,
    created_at timestamptz not null, ready_at timestamptz, expires_at timestamptz)`,
  'create index exports_of_user on exports (user_id, id)',
  `create unique index one_export_in_work on exports (user_id) where state = 'preparing'`,
  'create index exports_by_end on exports (expires_at) where expires_at is not null',
]
