import type { SummaryItem } from '@recaps/contract'
import { describe, expect, it } from 'vitest'
import { createApiCaller } from '../../../test/calls.ts'
import { tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary } from '../../../test/wait-for.ts'

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`the popular list, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const videosOf = (items: readonly SummaryItem[]) => items.map(item => item.videoInfo.videoId)

    /** Returns the popular list after all pending changes are counted. */
    async function listed({ client }: TestUser): Promise<SummaryItem[]> {
      const { db } = test.server.services.database
      await eventually(
        async () => {
          await test.server.services.summaries.updatePopular()
          return (await db.selectFrom('popular_marks').select('id').execute()).length
        },
        left => left === 0,
      )
      return (await client.summaries.mostViewed({ query: { timeframe: 'week' } })).data
    }

    async function confirm({ client, email }: TestUser, { isResent = false } = {}): Promise<void> {
      if (isResent) await client.auth.resendVerification()
      const [mail] = await waitForMails(test.dataDir, email, /confirm/i)
      await client.auth.verifyEmail({ body: { token: tokenFromMail(mail!) } })
    }

    async function read(user: TestUser, video: string): Promise<void> {
      const { id } = await readableSummary(user.client, video)
      await user.client.summaries.view({ params: { id }, body: {} })
    }

    it('counts a user for popularity only while their address is confirmed', async () => {
      const video = talks[0]!
      const users = await Promise.all([0, 1, 2].map(() => test.newUser()))
      const [first, second, third] = users as [TestUser, TestUser, TestUser]
      for (const user of users) await read(user, video)
      const reader = await test.newUser()
      expect(videosOf(await listed(reader))).toEqual([])
      await confirm(first)
      await confirm(second)
      expect(videosOf(await listed(reader))).toEqual([])
      await confirm(third)
      expect(videosOf(await listed(reader))).toEqual([video])
      const { database, users: accounts } = test.server.services
      await database.db.transaction().execute(trx => accounts.changeEmail(trx, second.id, `new-${second.email}`))
      expect(videosOf(await listed(reader))).toEqual([])
      await confirm({ ...second, email: `new-${second.email}` }, { isResent: true })
      expect(videosOf(await listed(reader))).toEqual([video])
      await third.client.account.delete({ body: { password } })
      expect(videosOf(await listed(reader))).toEqual([])
    })

    it('ranks popular recaps by views of confirmed users only', async () => {
      const [few, many] = [talks[1]!, talks[2]!]
      const confirmed = await Promise.all([0, 1, 2, 3].map(() => test.newUser()))
      for (const user of confirmed) await confirm(user)
      for (const user of confirmed.slice(0, 3)) await read(user, few)
      for (const user of confirmed) await read(user, many)
      for (let n = 0; n < 3; n++) await read(await test.newUser(), few)
      const reader = await test.newUser()
      expect(videosOf(await listed(reader))).toEqual([many, few])
    })
  })

describe('a preview', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const preview = ({ client }: TestUser, urlOrId: string) => client.summaries.preview({ body: { urlOrId } })

  /** The preview, and the outside requests made for it and its picture. */
  async function observe(user: TestUser, video: string) {
    // Longer than responses from YouTube are cached.
    test.clock.advance(2 * 60_000)
    const before = test.fake.requests.length
    const { videoInfo, month: _, ...rest } = await preview(user, video)
    const picture = await createApiCaller(test.url)(videoInfo.thumbnailUrl!)
    const requests = test.fake.requests.slice(before).map(key => key.replaceAll(video, 'VIDEO'))
    return { rest, requests, status: picture.status, headers: Object.keys(Object.fromEntries(picture.headers)) }
  }

  it('previews a video that other users have exactly like an unknown one [threat 34]', async () => {
    const [owner, other] = [await test.newUser(), await test.newUser()]
    // Both have automatic captions.
    const [has, hasNot] = [talks[0]!, talks[8]!]
    const { videoInfo } = await readableSummary(owner.client, has)
    expect((await createApiCaller(test.url)(videoInfo.thumbnailUrl!)).status).toBe(200)
    const one = await observe(other, has)
    expect(one).toMatchObject({ rest: { known: false, existing: [] }, status: 200 })
    expect(one.requests).toEqual(
      expect.arrayContaining([expect.stringMatching(/^player/), expect.stringMatching(/^thumb/)]),
    )
    expect(one).toEqual(await observe(other, hasNot))
    // A thumbnail that YouTube no longer has returns 404 for other users even though it is stored.
    const removeFault = test.fake.fault('thumbnail|*', { kind: 'status', status: 404 })
    expect([(await observe(other, has)).status, (await observe(other, hasNot)).status]).toEqual([404, 404])
    expect((await observe(owner, has)).status).toBe(200)
    removeFault()
  })

  it('previews report a ready recap to users who have it, and to all users once it is popular', async () => {
    const video = talks[2]!
    const owners = await Promise.all([0, 1, 2].map(() => test.newConfirmedUser()))
    const other = await test.newUser()
    for (const owner of owners.slice(0, 2)) await readableSummary(owner.client, video)
    expect(await preview(owners[0]!, video)).toMatchObject({ known: true, estimateSeconds: 0 })
    expect(await preview(other, video)).toMatchObject({ known: false })
    await readableSummary(owners[2]!.client, video)
    expect(await preview(other, video)).toMatchObject({ known: true, estimateSeconds: 0 })
  })
})

describe('the view count of a summary', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })

  it('counts only views of the owner and of share-link readers until a recap is popular', async () => {
    const video = talks[3]!
    const users = await Promise.all([0, 1, 2].map(() => test.newConfirmedUser()))
    const [owner, second, third] = users as [TestUser, TestUser, TestUser]
    const ids = new Map<TestUser, number>()
    const view = async (user: TestUser) => {
      if (!ids.has(user)) ids.set(user, (await readableSummary(user.client, video)).id)
      await user.client.summaries.view({ params: { id: ids.get(user)! }, body: {} })
    }
    const countOf = async ({ client }: TestUser) => (await client.summaries.list()).data[0]!.viewCount
    for (const user of [owner, second]) await view(user)
    expect([await countOf(owner), await countOf(second)]).toEqual([1, 1])
    const { shareToken } = await owner.client.summaries.change({
      params: { id: ids.get(owner)! },
      body: { shared: true },
    })
    const params = { token: shareToken! }
    await test.anonymous.summaries.viewShared({ params })
    expect([await countOf(owner), await countOf(second)]).toEqual([2, 1])
    expect((await test.anonymous.summaries.shared({ params })).viewCount).toBe(2)
    await view(third)
    await eventually(
      () => Promise.all(users.map(countOf)),
      counts => counts.every(count => count === 4),
    )
  })
})
