import type { SummaryItem } from '@recaps/contract'
import { maxHiddenChannels } from '@recaps/domain/popularity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, startServer, type TestServer, type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal } from '../../../test/wait-for.ts'

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`hidden channels, ${name}`, () => {
    let test: TestServer
    let allItems: SummaryItem[]
    /** Items of the channel at the top of the list. */
    let topChannelItems: SummaryItem[]
    /** Items of all other channels. */
    let otherItems: SummaryItem[]
    let channelId: string
    beforeAll(async () => {
      test = await startServer({ database: kind, ports: { speech: silentSpeech }, env: { DEFAULT_PLAN: 'ultimate' } })
      for (const [at, video] of talks.slice(0, 6).entries()) {
        for (const { client } of await Promise.all(
          Array.from({ length: at < 2 ? 4 : 3 }, () => test.newConfirmedUser()),
        )) {
          const { id } = await readableSummary(client, video)
          await client.summaries.view({ params: { id }, body: {} })
        }
      }
      const reader = await test.newUser()
      allItems = (await untilListed(reader, ({ length }) => length === 6)).data
      channelId = allItems[0]!.videoInfo.channelId!
      const isFirst = ({ videoInfo }: SummaryItem) => videoInfo.channelId === channelId
      topChannelItems = allItems.filter(isFirst)
      otherItems = allItems.filter(item => !isFirst(item))
    })
    afterAll(() => test.stop())

    /** Updates the popular list until `fits`. Another process may be doing the update. */
    const untilListed = (user: TestUser, fits: (items: SummaryItem[]) => boolean) =>
      eventually(
        async () => {
          await test.server.services.summaries.updatePopular()
          return await listed(user)
        },
        ({ data }) => fits(data),
      )
    const listed = ({ client }: TestUser, query: { page?: number; pageSize?: number; hide?: 'known' } = {}) =>
      client.summaries.mostViewed({ query: { timeframe: 'week', ...query } })
    const videosOf = (items: readonly SummaryItem[]) => items.map(item => item.videoInfo.videoId)
    const hide = ({ client }: TestUser, id = channelId) => client.popular.hide({ params: { channelId: id } })
    const show = ({ client }: TestUser, id = channelId) => client.popular.show({ params: { channelId: id } })
    const hidden = async ({ client }: TestUser) => (await client.popular.hidden()).data
    const db = () => test.server.services.database.db

    it('hides a channel from all pages and from the count, only for the user who hid it, until they show it again', async () => {
      const [reader, other] = [await test.newUser(), await test.newUser()]
      expect([allItems.length, topChannelItems.length > 0, otherItems.length > 1]).toEqual([6, true, true])
      await hide(reader)
      const pages = await Promise.all(otherItems.map((_, at) => listed(reader, { page: at + 1, pageSize: 1 })))
      expect(pages.flatMap(({ data }) => videosOf(data))).toEqual(videosOf(otherItems))
      expect(pages.map(({ pagination }) => [pagination.total, pagination.hasNextPage])).toEqual(
        otherItems.map((_, at) => [otherItems.length, at < otherItems.length - 1]),
      )
      expect(videosOf((await listed(other)).data)).toEqual(videosOf(allItems))
      expect(await hidden(reader)).toEqual([
        { channelId, channel: allItems[0]!.videoInfo.channel, hiddenAt: expect.any(String) },
      ])
      expect(await hidden(other)).toEqual([])
      await show(reader)
      expect((await listed(reader)).pagination.total).toBe(allItems.length)
      expect(await hidden(reader)).toEqual([])
    })

    it('counts popular items correctly for a user who hides a channel and known items', async () => {
      const reader = await test.newUser()
      await reader.client.summaries.detail({ params: { id: topChannelItems[0]!.id } })
      await readableSummary(reader.client, otherItems[0]!.videoInfo.videoId)
      await hide(reader)
      const { data, pagination } = await listed(reader, { hide: 'known' })
      expect(videosOf(data)).toEqual(videosOf(otherItems.slice(1)))
      expect(pagination.total).toBe(otherItems.length - 1)
      expect((await listed(reader)).pagination.total).toBe(otherItems.length)
    })

    it('allows hiding and showing the same channel repeatedly and concurrently', async () => {
      const reader = await test.newUser()
      await Promise.all([hide(reader), hide(reader), hide(reader)])
      const [once] = await hidden(reader)
      await hide(reader)
      expect(await hidden(reader)).toEqual([once])
      await Promise.all([show(reader), show(reader)])
      await show(reader)
      expect(await hidden(reader)).toEqual([])
    })

    it('users can still open and request summaries of a hidden channel', async () => {
      const reader = await test.newUser()
      await hide(reader)
      const opened = await reader.client.summaries.detail({ params: { id: topChannelItems[0]!.id } })
      expect(opened.access).toBe('community')
      await readableSummary(reader.client, topChannelItems[0]!.videoInfo.videoId)
      expect((await reader.client.summaries.list()).data).toHaveLength(1)
    })

    it('rejects channels that are not popular, without revealing which are known, and invalid channel ids', async () => {
      const [reader, owner] = [await test.newUser(), await test.newUser()]
      const { videoInfo } = await readableSummary(owner.client, talks.at(-1)!)
      await db()
        .updateTable('videos')
        .set({ channel_id: 'UCknownButNotPopular0000' })
        .where('video_id', '=', videoInfo.videoId)
        .execute()
      const unknown = await refusal(hide(reader, 'UCnobodyKnowsThisOne0000'))
      expect(unknown).toEqual({
        status: 404,
        code: 'not_found',
        error: expect.stringContaining('no longer in Popular'),
      })
      expect(await refusal(hide(reader, 'UCknownButNotPopular0000'))).toEqual(unknown)
      for (const id of ['UC', 'x'.repeat(24), `${channelId}0`, '%00'])
        expect(await refusal(hide(reader, id))).toMatchObject({ status: 404, code: 'not_found' })
      expect(await hidden(reader)).toEqual([])
    })

    it('rejects hidden channels beyond the limit, even for concurrent requests, with a helpful message', async () => {
      const reader = await test.newUser()
      await db()
        .insertInto('hidden_channels')
        .values(
          Array.from({ length: maxHiddenChannels - 1 }, (_, at) => ({
            user_id: reader.id,
            channel_id: `UC${String(at).padStart(22, '0')}`,
            channel: `Channel ${at}`,
            hidden_at: new Date(0),
          })),
        )
        .execute()
      const channels = [...new Set(allItems.map(item => item.videoInfo.channelId!))]
      expect(channels.length).toBeGreaterThan(1)
      const answers = await Promise.allSettled(channels.map(id => hide(reader, id)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await hidden(reader)).toHaveLength(maxHiddenChannels)
      const rejected = channels.find((_, at) => answers[at]!.status === 'rejected')!
      expect(await refusal(hide(reader, rejected))).toMatchObject({
        status: 400,
        error: expect.stringMatching(/^You have hidden 500 channels, the maximum\. .* Settings/),
      })
      await show(reader, `UC${'0'.repeat(22)}`)
      await hide(reader, rejected)
    })

    it('deletes hidden channels with the account', async () => {
      const reader = await test.newUser()
      await hide(reader)
      await reader.client.account.delete({ body: { password } })
      expect(await db().selectFrom('hidden_channels').where('user_id', '=', reader.id).selectAll().execute()).toEqual(
        [],
      )
    })

    it('hides or shows a popular video as soon as it moves to another channel', async () => {
      const reader = await test.newUser()
      await hide(reader)
      const moved = otherItems[0]!.videoInfo
      const moveTo = async (channel: string | null) => {
        await db().updateTable('videos').set({ channel_id: channel }).where('video_id', '=', moved.videoId).execute()
        await untilListed(reader, items => videosOf(items).includes(moved.videoId) !== (channel === channelId))
      }
      await moveTo(channelId)
      await moveTo(null)
      await moveTo(moved.channelId)
    })

    // The embedded database runs one transaction at a time, so no request can wait while its session ends.
    it.skipIf(kind === 'embedded')(
      'does not hide a channel for an account that is deleted at the same time',
      async () => {
        const reader = await test.newUser()
        const waiting = await db()
          .transaction()
          .execute(async trx => {
            await trx.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', reader.id).execute()
            const attempt = refusal(hide(reader))
            const lockWaits = sql<{ held: number }>`select count(*)::int as held from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
            await eventually(
              async () => (await lockWaits.execute(db())).rows[0]!.held,
              count => count > 0,
            )
            return { attempt }
          })
        expect((await waiting.attempt).status).toBe(401)
        expect(await db().selectFrom('hidden_channels').where('user_id', '=', reader.id).selectAll().execute()).toEqual(
          [],
        )
      },
    )
  })
}
