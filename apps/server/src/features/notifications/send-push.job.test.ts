import { startFakePush } from '@recaps/fake-push'
import { afterAll, describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'
import type { PushMessage } from '../../ports/push.ts'

const digestMessage: PushMessage = {
  title: 'Your digest is here',
  body: '5 new videos',
  path: '/tabs/history?play=run-7',
  topic: 'digest',
  tag: 'run-7',
}

describe.each(usualDatabases)('push messages $name', ({ kind, isAvailable }) => {
  describe.runIf(isAvailable)('when the database is available', async () => {
    const fake = await startFakePush()
    afterAll(() => fake.close())
    const test = await useServer({
      database: kind,
      env: { PUSH_URL: fake.url, FCM_SERVICE_ACCOUNT: fake.serviceAccount, MAIL_RETRY_SECONDS: '1' },
      ports: { speech: silentSpeech },
    })
    const { db } = test.server.services.database
    const send = ({ id }: Pick<TestUser, 'id'>, message: Partial<PushMessage> = {}) =>
      db
        .transaction()
        .execute(trx => test.server.services.notifications.sendPush(trx, id, { ...digestMessage, ...message }))
    const addNotice = ({ id }: Pick<TestUser, 'id'>, key: string) =>
      db.transaction().execute(trx =>
        test.server.services.notifications.addNotice(trx, id, {
          ...{ key, kind: 'digest', title: key, body: 'Three videos.', path: '/tabs/history' },
        }),
      )
    const rowsOf = ({ id }: Pick<TestUser, 'id'>) =>
      db.selectFrom('outbox').selectAll().where('kind', '=', 'push').where('user_id', '=', id).orderBy('id').execute()
    /** The outbox rows of the user, once all of them were sent, dropped or have failed. */
    const settledRows = (user: Pick<TestUser, 'id'>) =>
      eventually(
        () => rowsOf(user),
        rows => rows.length > 0 && rows.every(({ settled_at }) => settled_at !== null),
      )
    const withBrowser = async () => {
      const [user, browser] = [await test.newUser(), fake.browser()]
      await user.client.notifications.registerToken({ body: { token: browser.subscription, platform: 'web' } })
      return { ...user, browser }
    }

    it('sends a push message to each device with its topic and then erases its data', async () => {
      const user = await withBrowser()
      const [phone, quiet] = [fake.phone(), fake.browser()]
      await user.client.notifications.registerToken({ body: { token: phone.token, platform: 'android' } })
      await user.client.notifications.registerToken({ body: { token: quiet.subscription, platform: 'web' } })
      await user.client.notifications.unsubscribe({ body: { token: quiet.subscription, topic: 'digest' } })
      await send(user)
      const rows = await settledRows(user)
      expect(rows).toHaveLength(2)
      for (const row of rows)
        expect(row).toMatchObject({ state: 'sent', attempts: 0, reason: null, data: {}, template: 'push.digest' })
      expect(user.browser.arrived).toEqual([expect.objectContaining(digestMessage)])
      expect(phone.arrived).toEqual([expect.objectContaining(digestMessage)])
      expect(quiet.arrived).toEqual([])
    })

    it('sends the number of unread notices to phones for the badge of the app icon', async () => {
      const [user, phone] = [await test.newUser(), fake.phone()]
      await user.client.notifications.registerToken({ body: { token: phone.token, platform: 'ios' } })
      await send(user)
      await eventually(
        async () => phone.arrived,
        arrived => arrived.length === 1,
      )
      for (const key of ['a', 'b']) await addNotice(user, key)
      await send(user, { tag: 'run-8' })
      const [none, two] = await eventually(
        async () => phone.arrived,
        arrived => arrived.length === 2,
      )
      expect([none?.icon, two?.icon]).toEqual([
        { ios: 0, android: null },
        { ios: 2, android: 2 },
      ])
    })

    it('sends a push message for each summary that is ready', async () => {
      const user = await withBrowser()
      await send(user, { topic: 'ready', tag: 'summary-3' })
      await send(user, { topic: 'ready', tag: 'summary-4' })
      await settledRows(user)
      expect(user.browser.shown.map(({ topic, tag }) => [topic, tag]).sort()).toEqual([
        ['ready', 'summary-3'],
        ['ready', 'summary-4'],
      ])
    })

    it('creates no push message if the user has turned the topic off or has no device', async () => {
      const user = await withBrowser()
      await user.client.users.changeSettings({ body: { push: { digest: false } } })
      await send(user)
      expect(await rowsOf(user)).toEqual([])
      const without = await test.newUser()
      await send(without)
      expect(await rowsOf(without)).toEqual([])
    })

    it('creates no push message if its transaction is rolled back', async () => {
      const user = await withBrowser()
      const sent = db.transaction().execute(async trx => {
        await test.server.services.notifications.sendPush(trx, user.id, digestMessage)
        throw new Error('the change fails')
      })
      await expect(sent).rejects.toThrow('the change fails')
      expect(await rowsOf(user)).toEqual([])
    })

    it.each([{ kind: 'status', status: 503 }, { kind: 'cut' }] as const)(
      'retries a refused push message exactly once and then marks it as failed: $kind',
      async fault => {
        const user = await withBrowser()
        const lift = fake.fault(fault)
        const before = fake.requests.length
        await send(user)
        const [row] = await settledRows(user)
        expect(row).toMatchObject({ state: 'failed', attempts: 2, data: {} })
        await new Promise(resolve => setTimeout(resolve, 1_500))
        lift()
        expect(fake.requests.length - before).toBe(2)
        expect(user.browser.arrived).toEqual([])
      },
    )

    it('delivers a push message at the second attempt', async () => {
      const user = await withBrowser()
      const lift = fake.fault({ kind: 'status', status: 503 })
      await send(user)
      await eventually(
        () => rowsOf(user),
        ([row]) => row?.attempts === 1,
      )
      lift()
      expect(await settledRows(user)).toEqual([expect.objectContaining({ state: 'sent', attempts: 1 })])
      expect(user.browser.arrived).toHaveLength(1)
    })

    it('drops a push message when its device is gone', async () => {
      const user = await withBrowser()
      user.browser.unsubscribe()
      await send(user)
      expect(await settledRows(user)).toEqual([expect.objectContaining({ state: 'dropped', device_id: null })])
      await send(user)
      expect(await rowsOf(user)).toHaveLength(1)
    })

    it('does not delay a push message by hundreds of earlier ones for another user [threat 36]', async () => {
      const [busy, other] = [await withBrowser(), await withBrowser()]
      const { sendPush } = test.server.services.notifications
      await db.transaction().execute(async trx => {
        for (let n = 0; n < 120; n++) await sendPush(trx, busy.id, { ...digestMessage, tag: `run-${n}` })
        await sendPush(trx, other.id, digestMessage)
      })
      const [row] = await settledRows(other)
      const before = (await rowsOf(busy)).filter(({ settled_at }) => settled_at && settled_at <= row!.settled_at!)
      expect(before.length).toBeLessThanOrEqual(8)
      expect((await settledRows(busy)).every(({ state }) => state === 'sent')).toBe(true)
    })

    it('does not delay a push message while the devices of another user do not answer', async () => {
      const [busy, other] = [await withBrowser(), await withBrowser()]
      const lift = fake.fault({ kind: 'hang' })
      const before = fake.requests.length
      const { sendPush } = test.server.services.notifications
      await db.transaction().execute(async trx => {
        for (let n = 0; n < 8; n++) await sendPush(trx, busy.id, { ...digestMessage, tag: `run-${n}` })
      })
      await eventually(
        async () => fake.requests.length - before,
        requests => requests >= 2,
      )
      lift()
      await send(other)
      expect(await settledRows(other)).toMatchObject([{ state: 'sent' }])
      const rows = await rowsOf(busy)
      expect(rows.filter(({ state, attempts }) => state === 'sending' && attempts === 0)).toHaveLength(2)
      expect(rows.filter(({ state }) => state === 'queued')).toHaveLength(6)
    })

    /** Makes the first attempt fail, applies a change, and returns the states of the messages after the retry. */
    const statesAfter = async (
      change: (user: Awaited<ReturnType<typeof withBrowser>>) => Promise<unknown>,
      existing?: Awaited<ReturnType<typeof withBrowser>>,
    ) => {
      const user = existing ?? (await withBrowser())
      const lift = fake.fault({ kind: 'status', status: 503 })
      await send(user)
      await eventually(
        () => rowsOf(user),
        rows => rows[0]?.attempts === 1,
      )
      await change(user)
      lift()
      const rows = await eventually(
        () => rowsOf(user),
        all => all.every(({ settled_at }) => settled_at !== null),
      )
      expect(user.browser.arrived).toEqual([])
      return rows.map(({ state }) => state)
    }

    it('never shows a push message to the next user of a browser', async () => {
      const other = await test.newUser()
      const states = await statesAfter(({ browser }) =>
        other.client.notifications.registerToken({ body: { token: browser.subscription, platform: 'web' } }),
      )
      expect(states).toEqual(['dropped'])
    })

    it('drops a push message after the topic is turned off or the user logs out', async () => {
      expect(
        await statesAfter(({ client }) => client.users.changeSettings({ body: { push: { digest: false } } })),
      ).toEqual(['dropped'])
      expect(
        await statesAfter(({ client, browser }) =>
          client.notifications.unsubscribe({ body: { token: browser.subscription, topic: 'digest' } }),
        ),
      ).toEqual(['dropped'])
      expect(await statesAfter(({ client }) => client.auth.logout())).toEqual(['dropped'])
    })

    const dayMs = 24 * 3600 * 1000

    it('creates no push message for a device whose session has expired', async () => {
      const user = await withBrowser()
      test.clock.advance(31 * dayMs)
      await send(user)
      expect(await rowsOf(user)).toEqual([])
    })

    it('drops a push message when the session of its device expires before delivery', async () => {
      const user = await withBrowser()
      test.clock.advance(29.9 * dayMs)
      expect(await statesAfter(async () => test.clock.advance(0.2 * dayMs), user)).toEqual(['dropped'])
    })

    it('drops a push message that is more than a day old', async () => {
      expect(await statesAfter(async () => test.clock.advance(24.5 * 3600 * 1000))).toEqual(['dropped'])
    })
  })
})
