import { type Kysely, sql } from 'kysely'

const statements = [
  // Storages list names in byte order, regardless of the database's locale.
  'create index audios_by_mp3 on audios (mp3_key collate "C")',
  'create index audios_by_timings on audios (timings_key collate "C")',
  'create index transcripts_by_name on transcripts (storage_key collate "C")',
  'create index users_by_picture on users (profile_picture collate "C") where profile_picture is not null',
  'alter table transcripts add column missed_at timestamptz',
  'create table storage_checks (id integer primary key default 1 check (id = 1), begun_at timestamptz not null)',
  // The first check runs a day after the update, when it is likely that the update works.
  'insert into storage_checks (begun_at) values (now())',
]

/** State and indexes for the daily storage check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
