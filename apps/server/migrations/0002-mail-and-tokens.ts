import { type Kysely, sql } from 'kysely'

/** The mail outbox, mail tokens, the audit log and user settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const key = 'id bigint generated always as identity primary key'
const createdAt = 'created_at timestamptz not null default now()'

const statements = [
  `alter table users add column settings jsonb not null default '{}',
    add column shows_in_popular boolean not null default true`,
  'alter table sessions add column device text, add column network text',

  `create table outbox (
    ${key}, kind text not null, user_id bigint references users (id) on delete cascade, address text, template text not null,
    data jsonb not null, state text not null, attempts integer not null default 0, job_id uuid,
    job_run integer not null default 0, message_id text not null unique, reason text, ${createdAt}, settled_at timestamptz)`,
  'create index outbox_of_user on outbox (user_id) where user_id is not null',
  'create index outbox_settled on outbox (settled_at) where settled_at is not null',

  `create table mail_tokens (
    token_hash text primary key, purpose text not null, user_id bigint not null references users (id) on delete cascade,
    email_key text not null, outbox_id bigint not null, expires_at timestamptz not null, used_at timestamptz)`,
  'create index mail_tokens_of_user on mail_tokens (user_id, purpose)',
  'create index mail_tokens_by_end on mail_tokens (expires_at)',

  `create table audit_events (
    ${key}, user_id bigint references users (id) on delete set null, event text not null, network text,
    details jsonb not null default '{}', ${createdAt})`,
  'create index audit_events_of_user on audit_events (user_id, id) where user_id is not null',
  'create index audit_events_by_time on audit_events (created_at)',
]
