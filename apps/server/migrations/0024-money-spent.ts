import { type Kysely, sql } from 'kysely'

/** When the first call that costs money was made for a recap: cancelling it gives no place in the month back any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recaps add column money_spent_at timestamptz').execute(db)
}
