import { type Kysely, sql } from 'kysely'

/** When the first paid call for a recap was made. From then on, cancelling no longer refunds the quota. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recaps add column money_spent_at timestamptz').execute(db)
}
