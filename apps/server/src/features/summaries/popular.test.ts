import { createClient, type SummaryItem } from '@recaps/contract'
import { type Timeframe, type TimeframeName, timeframeDays, timeframes } from '@recaps/domain/popularity'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createApiCaller, withToken } from '../../../test/calls.ts'
import { createDatabaseOn } from '../../../test/postgres.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, startServer, type TestServer, type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal, youtube } from '../../../test/wait-for.ts'

const dayMs = 24 * 3600_000
const [bread, other, third, fourth, fifth] = talks as [string, string, string, string, string]

const popular = (
  { client }: TestUser,
  query: { timeframe: TimeframeName; limit?: number; page?: number; pageSize?: number; hide?: 'known' },
) => client.summaries.mostViewed({ query })
const videosOf = (items: readonly SummaryItem[]) => items.map(item => item.videoInfo.videoId)

/** Creates confirmed users who have summaries of these videos and have viewed them. */
async function createReaders(test: TestServer, count: number, ...videos: string[]): Promise<TestUser[]> {
  const users = await Promise.all(Array.from({ length: count }, () => test.newConfirmedUser()))
  for (const video of videos) {
    for (const { client } of users) {
      const { id } = await readableSummary(client, video)
      await client.summaries.view({ params: { id }, body: {} })
    }
  }
  return users
}

/** Waits until the list shows exactly these videos. */
const untilListed = (user: TestUser, videos: readonly string[], timeframe: TimeframeName = 'week') =>
  eventually(
    () => popular(user, { timeframe }),
    ({ data }) => JSON.stringify(videosOf(data)) === JSON.stringify(videos),
  )

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`the popular list, ${name}`, () => {
    const options = { database: kind, ports: { speech: silentSpeech }, env: { DEFAULT_PLAN: 'basic' } } as const

    it('lists recaps that at least three users have, most viewed first, under public ids [spec 5.11, 9.2]', async () => {
      const test = await startServer(options)
      try {
        const [owner] = (await createReaders(test, 3, bread)) as [TestUser]
        await createReaders(test, 4, other)
        await createReaders(test, 2, third)
        const reader = await test.newUser()
        const { data, pagination } = await untilListed(reader, [other, bread])
        expect(pagination).toEqual({
          total: 2,
          page: 1,
          pageSize: 10,
          totalPages: 1,
          hasNextPage: false,
          hasPreviousPage: false,
        })
        for (const item of data) {
          expect(item).toMatchObject({
            userId: 0,
            access: 'community',
            language: 'en',
            audioUrl: null,
            unread: true,
            shareToken: null,
            readPosition: null,
          })
          expect(item.id).toBeGreaterThan(2 ** 40)
          expect(item.headline).toBeTruthy()
        }
        expect(data.map(item => item.viewCount)).toEqual([4, 3])
        // Users who have the summary get their own.
        const own = (await popular(owner, { timeframe: 'weekly' })).data[1]!
        const [listed] = (await owner.client.summaries.list()).data
        expect(own).toEqual(listed)
        expect([own.access, own.userId]).toEqual(['own', owner.id])
        // Pages: `pageSize` overrides the deprecated `limit`.
        const first = await popular(reader, { timeframe: 'day', limit: 50, pageSize: 1 })
        expect([videosOf(first.data), first.pagination]).toEqual([
          [other],
          { total: 2, page: 1, pageSize: 1, totalPages: 2, hasNextPage: true, hasPreviousPage: false },
        ])
        const last = await popular(reader, { timeframe: 'all', limit: 1, page: 2 })
        expect([videosOf(last.data), last.pagination.hasNextPage, last.pagination.hasPreviousPage]).toEqual([
          [bread],
          false,
          true,
        ])
        expect((await popular(reader, { timeframe: 'all', page: 1_000_000, pageSize: 50 })).data).toEqual([])
        const call = createApiCaller(test.url)
        for (const query of [
          '',
          '?timeframe=decade',
          '?timeframe=',
          '?timeframe=day&page=0',
          '?timeframe=day&pageSize=51',
          '?timeframe=day&limit=x',
          '?timeframe=day&timeframe=week',
          '?timeframe=day&hide=all',
        ]) {
          const response = await call(`/api/summaries/most-viewed${query}`, withToken(reader.token))
          expect([query, response.status, response.json.code]).toEqual([query, 400, 'invalid_request'])
        }
        expect((await call('/api/summaries/most-viewed?timeframe=day')).status).toBe(401)
      } finally {
        await test.stop()
      }
    })

    it('hides popular recaps that the user has or has read, fills the pages, and uses no community reads', async () => {
      const test = await startServer(options)
      try {
        const all = [bread, other, third, fourth, fifth]
        for (const [at, video] of all.entries()) await createReaders(test, 7 - at, video)
        const reader = await test.newUser()
        const listed = (await untilListed(reader, all)).data
        const unknownItems = async (page = 1, pageSize = 2) => {
          const { data, pagination } = await popular(reader, { timeframe: 'week', page, pageSize, hide: 'known' })
          return [videosOf(data), pagination.total, pagination.hasNextPage]
        }
        expect(await unknownItems()).toEqual([[bread, other], 5, true])
        expect((await reader.client.summaries.list()).month.communityReads.used).toBe(0)

        await reader.client.summaries.detail({ params: { id: listed[0]!.id } })
        const ownSummary = await readableSummary(reader.client, third)
        expect(await unknownItems()).toEqual([[other, fourth], 3, true])
        expect(await unknownItems(2)).toEqual([[fifth], 3, false])
        expect((await popular(reader, { timeframe: 'week' })).pagination.total).toBe(5)
        // Recaps read last month stay hidden; deleted summaries are listed again.
        test.clock.advance(32 * dayMs)
        const later = await reader.client.auth.login({ body: { email: reader.email, password } })
        const again = createClient({ baseUrl: test.url, token: () => later.token })
        await again.summaries.delete({ params: { id: ownSummary.id } })
        const year = await again.summaries.mostViewed({ query: { timeframe: 'year', hide: 'known' } })
        expect(videosOf(year.data)).toEqual([other, third, fourth, fifth])
        expect((await again.summaries.list()).month.communityReads.used).toBe(0)
        const forNewUser = await popular(await test.newUser(), { timeframe: 'year', hide: 'known' })
        expect(videosOf(forNewUser.data)).toEqual(all)
      } finally {
        await test.stop()
      }
    })

    it('drops views that leave a timeframe from the popular list, and blocked videos immediately', async () => {
      const test = await startServer(options)
      try {
        const [owner] = (await createReaders(test, 3, bread, other)) as [TestUser]
        const { db } = test.server.services.database
        const later = async () => {
          const { token } = await test.anonymous.auth.login({ body: { email: owner.email, password } })
          return { ...owner, client: createClient({ baseUrl: test.url, token: () => token }) }
        }
        const listSizes = async (user: TestUser) => {
          const lists = await Promise.all(timeframes.map(timeframe => popular(user, { timeframe })))
          return lists.map(({ data, pagination }) => [data.length, pagination.total])
        }
        const both = [2, 2]
        const none = [0, 0]
        await eventually(
          () => listSizes(owner),
          sizes => String(sizes) === String([both, both, both, both, both]),
        )
        for (const [days, expected] of [
          [2, [none, both, both, both, both]],
          [6, [none, none, both, both, both]],
          [24, [none, none, none, both, both]],
          [340, [none, none, none, none, both]],
        ] as const) {
          test.clock.advance(days * dayMs)
          const user = await later()
          await eventually(
            () => listSizes(user),
            sizes => String(sizes) === String(expected),
          )
        }
        const user = await later()
        await db.insertInto('blocks').values({ kind: 'video', subject: bread }).execute()
        // Missing from the next page that is requested, even before the list is updated.
        expect(videosOf((await popular(user, { timeframe: 'all' })).data)).toEqual([other])
        await eventually(
          () => popular(user, { timeframe: 'all' }),
          ({ pagination }) => pagination.total === 1,
        )
        const { channel_id } = await db
          .selectFrom('videos')
          .select('channel_id')
          .where('video_id', '=', other)
          .executeTakeFirstOrThrow()
        await db.insertInto('blocks').values({ kind: 'channel', subject: channel_id! }).execute()
        expect((await popular(user, { timeframe: 'all' })).data).toEqual([])
        await db.deleteFrom('blocks').execute()
        await eventually(
          () => popular(user, { timeframe: 'all' }),
          ({ pagination }) => pagination.total === 2,
        )
      } finally {
        await test.stop()
      }
    })

    it('charges one community read per recap and month, and none for recaps that are open already', async () => {
      const test = await startServer({ ...options, env: { DEFAULT_PLAN: 'free' } })
      try {
        const videos = [bread, other, third, fourth]
        await createReaders(test, 3, ...videos.slice(0, 2))
        await createReaders(test, 3, ...videos.slice(2))
        const reader = await test.newUser()
        const { data } = await eventually(
          () => popular(reader, { timeframe: 'all' }),
          list => list.data.length === 4,
        )
        const read = (id: number) => reader.client.summaries.detail({ params: { id } })
        const opened = await read(data[0]!.id)
        expect(opened).toMatchObject({ id: data[0]!.id, userId: 0, access: 'community', videoInfo: data[0]!.videoInfo })
        expect(opened.summary.length).toBeGreaterThan(300)
        const { client } = reader
        const params = { id: opened.id }
        await client.summaries.transcript({ params })
        await client.summaries.view({ params, body: {} })
        await client.summaries.view({ params, body: {} })
        expect((await read(opened.id)).viewCount).toBe(4)
        expect(await (await client.summaries.export({ params, query: { format: 'txt' } })).text()).toContain(
          opened.headline,
        )
        const call = createApiCaller(test.url)
        expect((await call(opened.audioUrl!)).status).toBe(200)
        expect((await client.summaries.list()).month).toMatchObject({
          used: 0,
          communityReads: { used: 1, limit: 3, remaining: 2 },
        })
        const again = (await popular(reader, { timeframe: 'all' })).data.find(item => item.id === opened.id)!
        expect([again.unread, again.audioUrl]).toEqual([false, opened.audioUrl])

        await read(data[1]!.id)
        await read(data[2]!.id)
        expect(await refusal(read(data[3]!.id))).toEqual({
          status: 403,
          code: 'community_reads_used_up',
          error: 'You have used all 3 of your community reads for this month. The Basic plan has 10 a month.',
        })
        expect((await refusal(client.summaries.transcript({ params: { id: data[3]!.id } }))).code).toBe(
          'community_reads_used_up',
        )
        expect((await read(opened.id)).summary).toBe(opened.summary)
        // After a request the user has their own summary, and the public id opens that one.
        const requested = await client.summaries.request({
          body: { urlOrId: data[3]!.videoInfo.videoId, type: youtube },
        })
        expect(await read(data[3]!.id)).toMatchObject({ id: requested.id, access: 'own' })
        expect((await client.summaries.list()).month).toMatchObject({
          used: 1,
          communityReads: { used: 3, remaining: 0 },
        })
        // Public ids of recaps that are not popular return 404.
        expect((await refusal(read(2 ** 40 + 9_999))).status).toBe(404)

        test.clock.advance(31 * dayMs)
        const { token } = await test.anonymous.auth.login({ body: { email: reader.email, password } })
        const nextMonth = createClient({ baseUrl: test.url, token: () => token })
        expect((await nextMonth.summaries.list()).month.communityReads).toMatchObject({ used: 0, remaining: 3 })
        expect((await nextMonth.summaries.detail({ params: { id: data[0]!.id } })).access).toBe('community')
      } finally {
        await test.stop()
      }
    })

    it('opens only one of 20 concurrent community reads across all processes when one is left', async () => {
      const databaseUrl = kind === 'PostgreSQL' ? await createDatabaseOn(inject('postgres')!) : undefined
      const env = { DEFAULT_PLAN: 'free', SECRET_KEY: 'k'.repeat(40) }
      const first = await startServer({ ...options, env, ...(databaseUrl ? { databaseUrl } : {}) })
      const servers = databaseUrl
        ? [
            first,
            await startServer({ ...options, env: { ...env, DATA_DIR: first.dataDir }, databaseUrl, fake: first.fake }),
          ]
        : [first]
      try {
        await createReaders(first, 3, bread, other)
        await createReaders(first, 3, third, fourth)
        const reader = await first.newUser()
        const { data } = await eventually(
          () => popular(reader, { timeframe: 'all' }),
          list => list.data.length === 4,
        )
        await reader.client.summaries.detail({ params: { id: data[0]!.id } })
        await reader.client.summaries.detail({ params: { id: data[1]!.id } })
        const clients = servers.map(({ url }) => createClient({ baseUrl: url, token: () => reader.token }))
        const answers = await Promise.allSettled(
          Array.from({ length: 20 }, (_, at) => {
            const { id } = data[2 + (at % 2)]!
            return clients[at % clients.length]!.summaries.detail({ params: { id } })
          }),
        )
        const opened = new Set(answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value.id] : [])))
        expect(opened.size).toBe(1)
        expect((await reader.client.summaries.list()).month.communityReads).toEqual({ used: 3, limit: 3, remaining: 0 })
      } finally {
        for (const server of servers.toReversed()) await server.stop()
      }
    })

    it('keeps the popular list equal to a full recount after any sequence of changes', async () => {
      const test = await startServer({ ...options, env: { DEFAULT_PLAN: 'ultimate' } })
      const { db } = test.server.services.database
      try {
        const videos = [bread, other, fifth]
        const users = await Promise.all(Array.from({ length: 5 }, () => test.newConfirmedUser()))
        for (const { client } of users) for (const video of videos) await readableSummary(client, video)
        const summaries = await db.selectFrom('summaries').select(['id', 'user_id', 'recap_id']).orderBy('id').execute()
        await fc.assert(
          fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async changes => {
            for (const { what, which, days } of changes) {
              const summary = summaries[which % summaries.length]!
              const day = new Date(test.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
              const setDeleted = (at: Date | null) =>
                db.updateTable('summaries').set({ deleted_at: at }).where('id', '=', summary.id).execute()
              if (what === 'view')
                await db
                  .insertInto('view_days')
                  .values({ recap_id: summary.recap_id, day, views: 1 })
                  .onConflict(conflict =>
                    conflict.columns(['recap_id', 'day']).doUpdateSet(eb => ({ views: eb('view_days.views', '+', 1) })),
                  )
                  .execute()
              else if (what === 'delete') await setDeleted(new Date())
              else if (what === 'restore') await setDeleted(null)
              else if (what === 'opt')
                await db
                  .updateTable('users')
                  .set({ shows_in_popular: days % 2 === 0 })
                  .where('id', '=', summary.user_id)
                  .execute()
              else if (what === 'confirm')
                await db
                  .updateTable('users')
                  .set({ email_verified_at: days % 2 === 0 ? new Date() : null })
                  .where('id', '=', summary.user_id)
                  .execute()
              else if (what === 'list')
                await db
                  .updateTable('videos')
                  .set({ is_public: days % 2 === 0 })
                  .where('video_id', '=', videos[which % 3]!)
                  .execute()
              else if (what === 'block')
                await db
                  .insertInto('blocks')
                  .values({ kind: 'video', subject: videos[which % 3]! })
                  .onConflict(c => c.doNothing())
                  .execute()
              else if (what === 'unblock') await db.deleteFrom('blocks').execute()
              else test.clock.advance((days % 20) * dayMs)
            }
            await eventually(
              async () => {
                await test.server.services.summaries.updatePopular()
                return JSON.stringify([await storedStandings(test), await recountedStandings(test)])
              },
              both => {
                const [stored, recounted] = JSON.parse(both)
                return JSON.stringify(stored) === JSON.stringify(recounted)
              },
            )
          }),
          { numRuns: Number(process.env.PROPERTY_RUNS ?? 4), endOnFailure: true },
        )
      } finally {
        await test.stop()
      }
    }, 180_000)
  })
}

const change = fc.record({
  what: fc.constantFrom(
    'view',
    'view',
    'view',
    'delete',
    'restore',
    'restore',
    'opt',
    'confirm',
    'list',
    'block',
    'unblock',
    'days',
  ),
  which: fc.nat(14),
  days: fc.nat(400),
})

type Rows = Record<Timeframe, [recapId: number, views: number][]>

/** The stored list. Contains a marker instead of rows if the stored total does not match them. */
async function storedStandings({ server }: TestServer): Promise<Rows> {
  const { db } = server.services.database
  const rows = await db
    .selectFrom('popular_standings')
    .select(['timeframe', 'recap_id', 'views'])
    .orderBy('views', 'desc')
    .orderBy('recap_id', 'desc')
    .execute()
  const totals = await db.selectFrom('popular_totals').selectAll().execute()
  return Object.fromEntries(
    timeframes.map(timeframe => {
      const matching = rows.filter(row => row.timeframe === timeframe)
      const total = totals.find(row => row.timeframe === timeframe)!.total
      return [
        timeframe,
        total === matching.length ? matching.map(row => [row.recap_id, row.views]) : `counter ${total}`,
      ]
    }),
  ) as Rows
}

/** The list recounted from all summaries and views. */
async function recountedStandings({ server, clock }: TestServer): Promise<Rows> {
  const { db } = server.services.database
  const recaps = await db
    .selectFrom('recaps')
    .innerJoin('videos', 'videos.video_id', 'recaps.video_id')
    .select(['recaps.id', 'recaps.video_id', 'is_public'])
    .execute()
  const summaries = await db
    .selectFrom('summaries')
    .innerJoin('users', 'users.id', 'summaries.user_id')
    .select(['recap_id', 'summaries.deleted_at', 'shows_in_popular', 'email_verified_at'])
    .execute()
  const blocks = await db.selectFrom('blocks').select('subject').execute()
  const days = await db
    .selectFrom('view_days')
    .select(['recap_id', 'views', eb => eb.cast<string>('day', 'text').as('day')])
    .execute()
  const today = Date.parse(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`)
  const popularRecaps = recaps.filter(
    recap =>
      recap.is_public &&
      !blocks.some(block => block.subject === recap.video_id) &&
      summaries.filter(
        summary =>
          summary.recap_id === recap.id &&
          !summary.deleted_at &&
          summary.shows_in_popular &&
          summary.email_verified_at !== null,
      ).length >= 3,
  )
  const viewsOf = (recapId: number, back: number) =>
    days
      .filter(row => row.recap_id === recapId && (today - Date.parse(`${row.day}T00:00:00Z`)) / dayMs <= back)
      .reduce((sum, row) => sum + row.views, 0)
  return Object.fromEntries(
    timeframes.map(timeframe => [
      timeframe,
      popularRecaps
        .map(({ id }): [number, number] => [id, viewsOf(id, timeframeDays[timeframe] ?? Number.POSITIVE_INFINITY)])
        .filter(([, views]) => views > 0)
        .sort((a, b) => b[1] - a[1] || b[0] - a[0]),
    ]),
  ) as Rows
}
