import { startFakePush } from '@recaps/fake-push'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startServer, type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const fake = await startFakePush()
afterAll(() => fake.close())
const env = { PUSH_URL: fake.url, FCM_SERVICE_ACCOUNT: fake.serviceAccount }

describe.each(usualDatabases)('push devices $name', ({ kind, isAvailable }) => {
  describe.runIf(isAvailable)('when the database is available', async () => {
    const test = await useServer({ database: kind, env, ports: { speech: silentSpeech } })

    it('sends test notifications only to the caller’s own browsers and phones [spec 9.18]', async () => {
      const [{ client }, other] = [await test.newUser(), await test.newUser()]
      const [laptop, phone, theirs] = [fake.browser(), fake.phone(), fake.browser()]
      const register = (caller: typeof client, token: string, platform: 'web' | 'android') =>
        caller.notifications.registerToken({ body: { token, platform } })
      expect(await register(client, laptop.subscription, 'web')).toEqual({
        platform: 'web',
        topics: ['digest', 'ready'],
      })
      await register(client, phone.token, 'android')
      await register(other.client, theirs.subscription, 'web')

      expect(await client.notifications.test()).toEqual({ sent: 2, failed: 0, gone: 0 })
      const greeting = { title: 'Recaps', body: 'Notifications work on this device.', path: '/settings' }
      expect(laptop.shown).toEqual([expect.objectContaining(greeting)])
      expect(phone.shown).toEqual([expect.objectContaining(greeting)])
      expect(theirs.shown).toEqual([])
    })

    it('subscribes a device to each topic once and keeps its topics when it registers again', async () => {
      const { client } = await test.newUser()
      const token = fake.browser().subscription
      await client.notifications.registerToken({ body: { token, platform: 'web' } })
      const subscribe = () => client.notifications.subscribe({ body: { token, topic: 'product' } })
      await subscribe()
      expect((await subscribe()).topics).toEqual(['digest', 'ready', 'product'])
      const updated = await client.notifications.unsubscribe({ body: { token, topic: 'ready' } })
      expect(updated.topics).toEqual(['digest', 'product'])
      // Browsers register again at every start.
      const reregistered = await client.notifications.registerToken({ body: { token, platform: 'web' } })
      expect(reregistered.topics).toEqual(['digest', 'product'])
    })

    it('stops sending notifications to devices that are gone, removed or registered by another user', async () => {
      const [{ client }, other] = [await test.newUser(), await test.newUser()]
      const [gone, removed, transferred] = [fake.browser(), fake.browser(), fake.browser()]
      for (const { subscription: token } of [gone, removed, transferred])
        await client.notifications.registerToken({ body: { token, platform: 'web' } })
      gone.unsubscribe()
      await client.notifications.removeToken({ body: { token: removed.subscription } })
      await client.notifications.subscribe({ body: { token: transferred.subscription, topic: 'product' } })
      const takenOver = await other.client.notifications.registerToken({
        body: { token: transferred.subscription, platform: 'web' },
      })
      expect(takenOver.topics).toEqual(['digest', 'ready'])
      expect(await client.notifications.test()).toEqual({ sent: 0, failed: 0, gone: 1 })
      expect(await client.notifications.test()).toEqual({ sent: 0, failed: 0, gone: 0 })
      expect(transferred.shown).toEqual([])
    })

    it('keeps a device that is temporarily unreachable', async () => {
      const { client } = await test.newUser()
      const browser = fake.browser()
      await client.notifications.registerToken({ body: { token: browser.subscription, platform: 'web' } })
      const lift = fake.fault({ kind: 'status', status: 503 })
      expect(await client.notifications.test()).toEqual({ sent: 0, failed: 1, gone: 0 })
      lift()
      expect(await client.notifications.test()).toEqual({ sent: 1, failed: 0, gone: 0 })
    })

    it.each([
      ['logout', ({ client }: TestUser) => client.auth.logout()],
      [
        'inactivity',
        () => {
          test.clock.advance(31 * 24 * 3600 * 1000)
          return test.server.services.housekeeping()
        },
      ],
    ])('deletes the devices of a session that was ended by %s', async (_, end) => {
      const user = await test.newUser()
      const { client, email } = user
      await client.notifications.registerToken({ body: { token: fake.browser().subscription, platform: 'web' } })
      await end(user)
      const { db } = test.server.services.database
      const { rows } = await sql<{ devices: number }>`
        select count(*)::int as devices from devices join users on users.id = user_id where email = ${email}`.execute(
        db,
      )
      expect(rows).toEqual([{ devices: 0 }])
    })

    it('limits a user to twenty devices by deleting the oldest', async () => {
      const { client } = await test.newUser()
      const browsers = Array.from({ length: 22 }, () => fake.browser())
      for (const { subscription: token } of browsers)
        await client.notifications.registerToken({ body: { token, platform: 'web' } })
      expect(await client.notifications.test()).toEqual({ sent: 20, failed: 0, gone: 0 })
      expect(browsers.filter(({ shown }) => shown.length === 0)).toEqual(browsers.slice(0, 2))
    })
  })
})

describe('device registration', async () => {
  const test = await useServer({ env, ports: { speech: silentSpeech } })

  it('stores push tokens encrypted [ASVS 11.3.3, 14.2.4]', async () => {
    const { client } = await test.newUser()
    const { subscription } = fake.browser()
    await client.notifications.registerToken({ body: { token: subscription, platform: 'web' } })
    const { rows } = await sql<{ row: string }>`select devices::text as row from devices`.execute(
      test.server.services.database.db,
    )
    const { endpoint, keys } = JSON.parse(subscription) as { endpoint: string; keys: { auth: string } }
    for (const secret of [endpoint, keys.auth, endpoint.slice(-20)])
      expect(rows.map(({ row }) => row).join()).not.toContain(secret)
  })

  it('rejects malformed push tokens with an explanation', async () => {
    const { client } = await test.newUser()
    const tries = [
      ['web', '{"endpoint":"https://push.example.net/x"}', 'This is not a valid browser push subscription.'],
      ['web', '{"endpoint":"http://127.0.0.1:1/","keys":{}}', 'This is not a valid browser push subscription.'],
      ['ios', 'short', 'This is not a valid phone push token.'],
    ] as const
    for (const [platform, token, error] of tries) {
      const refused = await refusal(client.notifications.registerToken({ body: { token, platform } }))
      expect(refused).toEqual({ status: 400, code: 'invalid_request', error })
    }
  })

  it('rejects topic subscriptions for unknown devices, devices of other users and unknown topics', async () => {
    const [{ client }, other] = [await test.newUser(), await test.newUser()]
    const token = fake.browser().subscription
    await other.client.notifications.registerToken({ body: { token, platform: 'web' } })
    for (const name of [token, 'no such token'])
      expect(await refusal(client.notifications.subscribe({ body: { token: name, topic: 'digest' } }))).toEqual({
        status: 404,
        code: 'not_found',
        error: 'This device is not registered.',
      })
    const unknownTopic = client.notifications.subscribe({ body: { token, topic: 'everybody' as 'digest' } })
    expect(await refusal(unknownTopic)).toMatchObject({ code: 'invalid_request' })
  })

  it('limits test notifications to five an hour [threat 24]', async () => {
    const { client } = await test.newUser()
    for (let tries = 0; tries < 5; tries++) await client.notifications.test()
    expect(await refusal(client.notifications.test())).toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  it('registers only browsers when phone push is not set up', async () => {
    const plain = await startServer({ ports: { speech: silentSpeech } })
    try {
      const { client } = await plain.newUser()
      const refused = client.notifications.registerToken({ body: { token: fake.phone().token, platform: 'ios' } })
      expect(await refusal(refused)).toMatchObject({
        error: 'Push notifications for phones are not set up on this server.',
      })
      const { key } = await client.notifications.vapidKey()
      expect(Buffer.from(key, 'base64url')).toHaveLength(65)
    } finally {
      await plain.stop()
    }
  })
})
