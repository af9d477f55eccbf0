import { type Kysely, sql } from 'kysely'

/** Share links, community reads, views of logged-out readers, and the popular list with the marks that keep it up to date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const user = 'user_id bigint not null references users (id) on delete cascade'
const recap = 'recap_id bigint not null references recaps (id) on delete cascade'

const tables = [
  'alter table summaries add column share_seed text, add column share_hash text',
  'alter table summaries add constraint shared_whole check ((share_seed is null) = (share_hash is null))',
  'create unique index summaries_shared on summaries (share_hash) where share_hash is not null',
  // Larger numbers are the ids under which other users open popular recaps. The two ranges never overlap.
  'alter table summaries alter column id set maxvalue 1099511627775',

  'alter table users add column if not exists shows_in_popular boolean not null default true',
  `create table blocks (
    kind text not null, subject text not null, reason text, created_at timestamptz not null default now(),
    primary key (kind, subject))`,

  `create table reads (
    ${user}, month text not null, ${recap}, created_at timestamptz not null, primary key (user_id, month, recap_id))`,
  `create table read_months (
    ${user}, month text not null, used integer not null check (used >= 0), primary key (user_id, month))`,
  `create table network_viewers (${recap}, day date not null, network text not null, primary key (recap_id, day, network))`,

  'create index recaps_of_video on recaps (video_id)',
  'create index videos_of_channel on videos (channel_id) where channel_id is not null',
]

/** `popular_marks` rows are only inserted and deleted, so that no writer waits for another. A mark commits together with its change. */
const popular = [
  'create table popular_marks (id bigint generated always as identity primary key, recap_id bigint not null)',
  `create table popular_standings (
    recap_id bigint not null, timeframe text not null, views bigint not null, changes_on date,
    primary key (recap_id, timeframe))`,
  'create index popular_in_order on popular_standings (timeframe, views desc, recap_id desc)',
  'create index popular_by_change on popular_standings (changes_on) where changes_on is not null',
  'create table popular_totals (timeframe text primary key, total bigint not null)',
  "insert into popular_totals select unnest(array['day', 'week', 'month', 'year', 'all']), 0",
  'insert into popular_marks (recap_id) select distinct recap_id from view_days',
]

const marking = (name: string, recaps: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$
    begin insert into popular_marks (recap_id) ${recaps}; return null; end $$`

/** Every change that affects the popular list inserts a mark: a view, a support command, a deletion. */
const triggers = [
  marking('mark_changed_recaps', 'select distinct recap_id from changed'),
  ...['view_days', 'summaries'].map(
    table => `create trigger ${table}_mark_new after insert on ${table}
      referencing new table as changed for each statement execute function mark_changed_recaps()`,
  ),
  `create trigger view_days_mark_counted after update on view_days
    referencing new table as changed for each statement execute function mark_changed_recaps()`,
  `create trigger summaries_mark_gone after delete on summaries
    referencing old table as changed for each statement execute function mark_changed_recaps()`,

  marking('mark_entry', 'values (old.recap_id), (new.recap_id)'),
  `create trigger summaries_mark_moved after update of recap_id, deleted_at, cancelled_at on summaries for each row
    when ((old.recap_id, old.deleted_at is null, old.cancelled_at is null)
      is distinct from (new.recap_id, new.deleted_at is null, new.cancelled_at is null))
    execute function mark_entry()`,

  marking('mark_gone_recaps', 'select id from changed'),
  `create trigger recaps_mark_gone after delete on recaps
    referencing old table as changed for each statement execute function mark_gone_recaps()`,

  marking('mark_recaps_of_user', 'select recap_id from summaries where user_id = new.id and deleted_at is null'),
  `create trigger users_mark_choice after update of shows_in_popular on users for each row
    when (old.shows_in_popular is distinct from new.shows_in_popular) execute function mark_recaps_of_user()`,

  marking('mark_recaps_of_video', 'select id from recaps where video_id = new.video_id'),
  `create trigger videos_mark_listing after update of is_public, channel_id on videos for each row
    when ((old.is_public, old.channel_id) is distinct from (new.is_public, new.channel_id))
    execute function mark_recaps_of_video()`,

  marking(
    'mark_blocked_recaps',
    `select recaps.id from changed join recaps on recaps.video_id = changed.subject where changed.kind = 'video'
     union select recaps.id from changed join videos on videos.channel_id = changed.subject
       join recaps on recaps.video_id = videos.video_id where changed.kind = 'channel'`,
  ),
  `create trigger blocks_mark_new after insert on blocks
    referencing new table as changed for each statement execute function mark_blocked_recaps()`,
  `create trigger blocks_mark_gone after delete on blocks
    referencing old table as changed for each statement execute function mark_blocked_recaps()`,
]

const statements = [...tables, ...popular, ...triggers]
