import { type Kysely, sql } from 'kysely'

/** Devices that receive push notifications, and their topics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table devices (
    id bigint generated always as identity primary key, user_id bigint not null references users (id) on delete cascade,
    session_id bigint references sessions (id) on delete cascade, platform text not null,
    token_hash text not null unique, token_sealed text not null, topics text[] not null default '{}',
    created_at timestamptz not null default now(), seen_at timestamptz not null default now())`.execute(db)
  await sql`create index devices_of_user on devices (user_id, seen_at)`.execute(db)
  await sql`create index devices_of_session on devices (session_id)`.execute(db)
}
