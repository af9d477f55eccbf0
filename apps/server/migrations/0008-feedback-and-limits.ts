import { type Kysely, sql } from 'kysely'

/** Users' feedback, and the counters of the rate limiter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const createdAt = 'created_at timestamptz not null default now()'

const statements = [
  `create table feedback (
    id bigint generated always as identity primary key, user_id bigint references users (id) on delete cascade,
    email text, subject text not null, message text not null, ${createdAt}, updated_at timestamptz)`,
  'create index feedback_of_user on feedback (user_id) where user_id is not null',
  'create index feedback_by_time on feedback (created_at)',

  // Unlogged, because the counters change on nearly every request and are not needed after a crash. The columns are those of
  // rate-limiter-flexible.
  'create unlogged table rate_limits (key text primary key, points integer not null default 0, expire bigint)',
  'create index rate_limits_by_end on rate_limits (expire)',
]
