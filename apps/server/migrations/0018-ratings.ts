import { type Kysely, sql } from 'kysely'

/** Ratings that users gave their own summaries. Deleted with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table ratings (
    summary_id bigint primary key references summaries (id) on delete cascade,
    rating text not null check (rating in ('good', 'bad')), rated_at timestamptz not null)`,
  'create index ratings_by_time on ratings (rated_at)',
]
