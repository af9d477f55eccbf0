import type { SummaryItem } from '@recaps/contract'
import { hiddenChannelsAtMost } from '@recaps/domain/popularity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { databasesInTurn, password, startServer, type TestServer, type TestUser } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal } from '../../../test/waiting.ts'

for (const { kind, name, isHere } of databasesInTurn) {
  describe.skipIf(!isHere)(`a channel hidden in Popular, ${name}`, () => {
    let test: TestServer
    let everything: SummaryItem[]
    /** What the channel of the most viewed has in the list, and what the others have. */
    let first: SummaryItem[]
    let others: SummaryItem[]
    let channelId: string
    beforeAll(async () => {
      test = await startServer({ database: kind, ports: { speech: silence }, env: { DEFAULT_PLAN: 'ultimate' } })
      for (const [at, video] of talks.slice(0, 6).entries()) {
        for (const { client } of await Promise.all(
          Array.from({ length: at < 2 ? 4 : 3 }, () => test.newConfirmedUser()),
        )) {
          const { id } = await readableSummary(client, video)
          await client.summaries.view({ params: { id }, body: {} })
        }
      }
      const reader = await test.newUser()
      everything = (await restated(reader, ({ length }) => length === 6)).data
      channelId = everything[0]!.videoInfo.channelId!
      const isFirst = ({ videoInfo }: SummaryItem) => videoInfo.channelId === channelId
      first = everything.filter(isFirst)
      others = everything.filter(item => !isFirst(item))
    })
    afterAll(() => test.stop())

    /** The list as it is when what happened has come into it: whoever else is restating it at the moment does it for us. */
    const restated = (user: TestUser, fits: (items: SummaryItem[]) => boolean) =>
      eventually(
        async () => {
          await test.server.services.summaries.restatePopular()
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

    it('is left out of every page and of what is counted, for whoever hid it alone, until it is shown again', async () => {
      const [reader, other] = [await test.newUser(), await test.newUser()]
      expect([everything.length, first.length > 0, others.length > 1]).toEqual([6, true, true])
      await hide(reader)
      const pages = await Promise.all(others.map((_, at) => listed(reader, { page: at + 1, pageSize: 1 })))
      expect(pages.flatMap(({ data }) => videosOf(data))).toEqual(videosOf(others))
      expect(pages.map(({ pagination }) => [pagination.total, pagination.hasNextPage])).toEqual(
        others.map((_, at) => [others.length, at < others.length - 1]),
      )
      expect(videosOf((await listed(other)).data)).toEqual(videosOf(everything))
      expect(await hidden(reader)).toEqual([
        { channelId, channel: everything[0]!.videoInfo.channel, hiddenAt: expect.any(String) },
      ])
      expect(await hidden(other)).toEqual([])
      await show(reader)
      expect((await listed(reader)).pagination.total).toBe(everything.length)
      expect(await hidden(reader)).toEqual([])
    })

    it('is counted once together with what its reader has and has read', async () => {
      const reader = await test.newUser()
      await reader.client.summaries.detail({ params: { id: first[0]!.id } })
      await readableSummary(reader.client, others[0]!.videoInfo.videoId)
      await hide(reader)
      const { data, pagination } = await listed(reader, { hide: 'known' })
      expect(videosOf(data)).toEqual(videosOf(others.slice(1)))
      expect(pagination.total).toBe(others.length - 1)
      expect((await listed(reader)).pagination.total).toBe(others.length)
    })

    it('stays hidden however often it is asked for, also by two tabs at once, and shown the same', async () => {
      const reader = await test.newUser()
      await Promise.all([hide(reader), hide(reader), hide(reader)])
      const [once] = await hidden(reader)
      await hide(reader)
      expect(await hidden(reader)).toEqual([once])
      await Promise.all([show(reader), show(reader)])
      await show(reader)
      expect(await hidden(reader)).toEqual([])
    })

    it('opens and can be added as before: only the list leaves it out', async () => {
      const reader = await test.newUser()
      await hide(reader)
      const opened = await reader.client.summaries.detail({ params: { id: first[0]!.id } })
      expect(opened.access).toBe('community')
      await readableSummary(reader.client, first[0]!.videoInfo.videoId)
      expect((await reader.client.summaries.list()).data).toHaveLength(1)
    })

    it('is refused where nothing of it is popular, be it known here or not, and where it is no channel', async () => {
      const [reader, owner] = [await test.newUser(), await test.newUser()]
      const { videoInfo } = await readableSummary(owner.client, talks.at(-1)!)
      await db()
        .updateTable('videos')
        .set({ channel_id: 'UCknownButNotPopular0000' })
        .where('video_id', '=', videoInfo.videoId)
        .execute()
      const unknown = await refusal(hide(reader, 'UCnobodyKnowsThisOne0000'))
      expect(unknown).toEqual({ status: 404, code: 'not_found', error: expect.stringContaining('Popular any more') })
      expect(await refusal(hide(reader, 'UCknownButNotPopular0000'))).toEqual(unknown)
      for (const id of ['UC', 'x'.repeat(24), `${channelId}0`, '%00'])
        expect(await refusal(hide(reader, id))).toMatchObject({ status: 404, code: 'not_found' })
      expect(await hidden(reader)).toEqual([])
    })

    it('is refused beyond the most there can be, also by many at once, and says what to do', async () => {
      const reader = await test.newUser()
      await db()
        .insertInto('hidden_channels')
        .values(
          Array.from({ length: hiddenChannelsAtMost - 1 }, (_, at) => ({
            user_id: reader.id,
            channel_id: `UC${String(at).padStart(22, '0')}`,
            channel: `Channel ${at}`,
            hidden_at: new Date(0),
          })),
        )
        .execute()
      const channels = [...new Set(everything.map(item => item.videoInfo.channelId!))]
      expect(channels.length).toBeGreaterThan(1)
      const answers = await Promise.allSettled(channels.map(id => hide(reader, id)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await hidden(reader)).toHaveLength(hiddenChannelsAtMost)
      const refused = channels.find((_, at) => answers[at]!.status === 'rejected')!
      expect(await refusal(hide(reader, refused))).toMatchObject({
        status: 400,
        error: expect.stringMatching(/^You have hidden 500 channels, which is the most\. .* Settings/),
      })
      await show(reader, `UC${'0'.repeat(22)}`)
      await hide(reader, refused)
    })

    it('goes with the account at once', async () => {
      const reader = await test.newUser()
      await hide(reader)
      await reader.client.account.delete({ body: { password } })
      expect(await db().selectFrom('hidden_channels').where('user_id', '=', reader.id).selectAll().execute()).toEqual(
        [],
      )
    })

    it('is another one as soon as its video is', async () => {
      const reader = await test.newUser()
      await hide(reader)
      const moved = others[0]!.videoInfo
      const moveTo = async (channel: string | null) => {
        await db().updateTable('videos').set({ channel_id: channel }).where('video_id', '=', moved.videoId).execute()
        await restated(reader, items => videosOf(items).includes(moved.videoId) !== (channel === channelId))
      }
      await moveTo(channelId)
      await moveTo(null)
      await moveTo(moved.channelId)
    })

    // The embedded database takes one transaction after the other, so nobody waits there with a session that has ended.
    it.skipIf(kind === 'embedded')('is not kept for an account that is deleted while it is hidden', async () => {
      const reader = await test.newUser()
      const waiting = await db()
        .transaction()
        .execute(async trx => {
          await trx.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', reader.id).execute()
          const asked = refusal(hide(reader))
          const waits = sql<{ held: number }>`select count(*)::int as held from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          await eventually(
            async () => (await waits.execute(db())).rows[0]!.held,
            held => held > 0,
          )
          return { asked }
        })
      expect((await waiting.asked).status).toBe(401)
      expect(await db().selectFrom('hidden_channels').where('user_id', '=', reader.id).selectAll().execute()).toEqual(
        [],
      )
    })
  })
}
