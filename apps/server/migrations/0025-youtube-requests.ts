import { type Kysely, sql } from 'kysely'

/** Video requests sent to YouTube within the last hour, so that all processes share one rate limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create table youtube_requests (route text not null, sent_at timestamptz not null)').execute(db)
  await sql.raw('create index youtube_requests_by_route on youtube_requests (route, sent_at)').execute(db)
}
