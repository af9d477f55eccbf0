import type { Selectable } from 'kysely'
import type { ChannelsTable } from '../src/database/schedule-tables.ts'
import type { TestServer, TestUser } from './start-server.ts'
import { eventually } from './wait-for.ts'

/** A channel in the form in which clients send it. */
export const channelToFollow = (id: string) => ({
  id,
  title: 'As it was found',
  description: '',
  thumbnails: { default: '', medium: '', high: '' },
})

/** Follows the channels with one schedule that does not run for 360 days. Returns its id. */
export async function follow({ client }: TestUser, ...ids: string[]): Promise<number> {
  const startDateTime = new Date(Date.now() + 360 * 24 * 3600_000).toISOString()
  const { id } = await client.schedules.create({ body: { channelList: ids.map(channelToFollow), startDateTime } })
  return id
}

export const fetchChannelRow = (test: TestServer, id: string): Promise<Selectable<ChannelsTable>> =>
  test.server.services.database.db
    .selectFrom('channels')
    .selectAll()
    .where('channel_id', '=', id)
    .executeTakeFirstOrThrow()

/** Polls due channels, and waits for the polls that the server's own scheduler has started. */
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
    running => running.length === 0,
  )

/** Advances the clock before it polls. Waits for running polls first, which would otherwise seem to have timed out. */
export async function pollLater(test: TestServer, ms: number): Promise<void> {
  await pollNow(test)
  test.clock.advance(ms)
  await pollNow(test)
}
