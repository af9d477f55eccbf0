import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

/** The viewed recap, and the summary it was viewed through: the user's own or a shared one, null for a community read. */
interface View {
  recapId: number
  summaryId: number | null
}

/**
 * Counts a user's view, once a day. Only views of users with a confirmed address count for popularity, because networks and
 * free accounts are easy to get in bulk. An unconfirmed user's views count once they confirm (trigger of migration 0023).
 */
export async function countUserView(
  trx: Trx,
  { recapId, summaryId }: View,
  userId: number,
  day: string,
): Promise<void> {
  const first = await trx
    .insertInto('viewers')
    .values({ recap_id: recapId, user_id: userId, day, counted: isConfirmed(userId) })
    .onConflict(conflict => conflict.doNothing())
    .returning('counted')
    .executeTakeFirst()
  if (!first) return
  if (first.counted)
    await trx
      .insertInto('view_days')
      .values({ recap_id: recapId, day, views: 1 })
      .onConflict(conflict => conflict.columns(['recap_id', 'day']).doUpdateSet({ views: sql`view_days.views + 1` }))
      .execute()
  await addView(trx, { recapId, summaryId })
}

/** Counts the view of a visitor who is not signed in, once per day and network. `network` is a hash. */
export async function countNetworkView(
  trx: Trx,
  { recapId, summaryId }: View,
  network: string,
  day: string,
): Promise<void> {
  const first = await trx
    .insertInto('network_viewers')
    .values({ recap_id: recapId, day, network })
    .onConflict(conflict => conflict.doNothing())
    .returning('recap_id')
    .executeTakeFirst()
  if (first) await addView(trx, { recapId, summaryId })
}

const isConfirmed = (userId: number) =>
  sql<boolean>`exists (select from users where id = ${userId} and email_verified_at is not null)`

async function addView(trx: Trx, { recapId, summaryId }: View): Promise<void> {
  const view_count = sql<number>`view_count + 1`
  await trx.updateTable('recaps').set({ view_count }).where('id', '=', recapId).execute()
  if (summaryId !== null) await trx.updateTable('summaries').set({ view_count }).where('id', '=', summaryId).execute()
}

/** Viewers are stored only as long as needed to count each view once a day. */
export async function deleteViewers(db: Db, before: string): Promise<void> {
  await db.deleteFrom('viewers').where('day', '<', before).execute()
  await db.deleteFrom('network_viewers').where('day', '<', before).execute()
}
