import type { Db } from '../src/database/open.ts'
import type { TestUser } from './start-server.ts'

/** What a summary took of its user's month, in order: `committed`, or `released` with the reason. And what counts of the month. */
export async function placesOf(db: Db, user: TestUser, summaryId: number): Promise<{ places: string[]; used: number }> {
  const rows = await db
    .selectFrom('usage_entries')
    .select(['state', 'reason'])
    .where('summary_id', '=', summaryId)
    .orderBy('id')
    .execute()
  const { month } = await user.client.summaries.list()
  return { places: rows.map(({ state, reason }) => [state, reason].filter(Boolean).join(' ')), used: month.used }
}
