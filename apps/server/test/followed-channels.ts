import type { Selectable } from 'kysely'
import type { ChannelsTable } from '../src/database/following-tables.ts'
import type { TestServer, TestUser } from './start-server.ts'
import { eventually } from './waiting.ts'

/** A channel as it is handed in to be followed. */
export const channelOf = (id: string) => ({
  id,
  title: 'As it was found',
  description: '',
  thumbnails: { default: '', medium: '', high: '' },
})

/** Follows these, by one schedule that does not run before the year is over; gives its id. */
export async function follow({ client }: TestUser, ...ids: string[]): Promise<number> {
  const startDateTime = new Date(Date.now() + 360 * 24 * 3600_000).toISOString()
  const { id } = await client.schedules.create({ body: { channelList: ids.map(channelOf), startDateTime } })
  return id
}

export const rowOf = (test: TestServer, id: string): Promise<Selectable<ChannelsTable>> =>
  test.server.services.database.db
    .selectFrom('channels')
    .selectAll()
    .where('channel_id', '=', id)
    .executeTakeFirstOrThrow()

/** Polls what is due, and waits for what the scheduler of the server has in hand itself. */
export const pollNow = (test: TestServer) =>
  eventually(
    async () => {
      await test.server.services.polling.pollDue()
      const { database } = test.server.services
      return await database.db
        .selectFrom('channels')
        .select('channel_id')
        .where('poll_begun_at', 'is not', null)
        .execute()
    },
    inHand => inHand.length === 0,
  )

/** The same after so long. The clock is not moved while somebody asks, who would seem to have died. */
export async function pollLater(test: TestServer, ms: number): Promise<void> {
  await pollNow(test)
  test.clock.advance(ms)
  await pollNow(test)
}
