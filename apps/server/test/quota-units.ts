import type { Db } from '../src/database/open.ts'
import type { TestUser } from './start-server.ts'

/** The quota units of a summary, in order: `committed`, or `released` with its reason. Also the quota that the user has used this month. */
export async function fetchQuotaUnits(
  db: Db,
  user: TestUser,
  summaryId: number,
): Promise<{ units: string[]; used: number }> {
  const rows = await db
    .selectFrom('usage_entries')
    .select(['state', 'reason'])
    .where('summary_id', '=', summaryId)
    .orderBy('id')
    .execute()
  const { month } = await user.client.summaries.list()
  return { units: rows.map(({ state, reason }) => [state, reason].filter(Boolean).join(' ')), used: month.used }
}
