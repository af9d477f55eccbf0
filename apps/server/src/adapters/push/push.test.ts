import { startFakePush } from '@recaps/fake-push'
import { afterAll, describe, expect, it } from 'vitest'
import { OutboundError } from '../outbound/fetch.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { pushConformance } from './conformance.ts'
import { createPush } from './push.ts'
import { vapidKeys } from './vapid.ts'

const fake = await startFakePush()
afterAll(() => fake.close())
const keys = vapidKeys('a secret of at least thirty-two characters')
const web = { keys, contact: 'mailto:support@recaps.example', url: fake.url, deadlineMs: 500 }
const fcm = { account: JSON.parse(fake.serviceAccount), url: fake.url, deadlineMs: 500 }
const push = createPush({ web, fcm })

describe('push to browsers', () => {
  pushConformance(async () => ({
    push,
    platform: 'web',
    device: () => {
      const { subscription, unsubscribe, ...browser } = fake.browser()
      return { token: subscription, unregister: unsubscribe, ...browser }
    },
    fault: fake.fault,
  }))

  it('web push sends the tag as topic and a time to live of one day', async () => {
    const browser = fake.browser()
    await push.send('web', browser.subscription, {
      title: 'a',
      body: 'b',
      path: '/',
      topic: 'ready',
      tag: 'summary-3',
      unread: 0,
    })
    expect(browser.shown[0]?.headers).toEqual({ ttl: '86400', topic: 'summary-3', urgency: 'normal' })
  })

  it('web push accepts texts of any length', async () => {
    const browser = fake.browser()
    const long = {
      title: '字'.repeat(5000),
      body: '😀'.repeat(5000),
      path: '/',
      topic: 'ready',
      tag: 'a',
      unread: 0,
    } as const
    expect(await push.send('web', browser.subscription, long)).toBe('sent')
  })

  it('vapidKeys derives the same key pair from the same secret [ASVS 11.6.1]', () => {
    expect(vapidKeys('a secret of at least thirty-two characters')).toEqual(keys)
    expect(vapidKeys('another secret of thirty-two characters.')).not.toEqual(keys)
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
  })

  it('web push refuses endpoints with private addresses [ASVS 1.3.6]', async () => {
    for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', 'localhost', '2130706433']) {
      const refused = guardedFetch({ hosts: 'any' })({ url: `https://${host}/x`, deadlineMs: 2_000, maxBytes: 100 })
      await expect(refused).rejects.toThrow(OutboundError)
    }
  })
})

describe('push to phones', () => {
  pushConformance(async () => ({
    push,
    platform: 'android',
    device: () => {
      const { uninstall, ...phone } = fake.phone()
      return { unregister: uninstall, ...phone }
    },
    fault: fake.fault,
  }))

  it('FCM requests one access token for several messages', async () => {
    const before = fake.requests.filter(path => path.startsWith('oauth2')).length
    const phone = fake.phone()
    for (const tag of ['a', 'b', 'c'])
      await push.send('ios', phone.token, { title: 'a', body: 'b', path: '/', topic: 'ready', tag, unread: 0 })
    expect(phone.shown).toHaveLength(3)
    expect(fake.requests.filter(path => path.startsWith('oauth2')).length - before).toBeLessThanOrEqual(1)
  })

  it.each([{ kind: 'hang' }, { kind: 'status', status: 503 }] as const)(
    'FCM requests the access token once, with a timeout, and fails with a retryable error on $kind',
    async fault => {
      const before = fake.requests.length
      const endFault = fake.fault(fault)
      const startedAt = performance.now()
      const error = await createPush({ web, fcm })
        .send('ios', fake.phone().token, { title: 'a', body: 'b', path: '/', topic: 'ready', tag: 'a', unread: 0 })
        .catch((caught: unknown) => caught)
      endFault()
      expect(error).toMatchObject({ provider: 'fcm', retryable: true })
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      expect(fake.requests.slice(before)).toEqual(['oauth2.googleapis.com/token'])
    },
  )

  it('FCM treats tokens of another project as gone only after its key has worked once', async () => {
    const fresh = createPush({ web, fcm: { ...fcm, deadlineMs: 5000 } })
    const message = { title: 'a', body: 'b', path: '/', topic: 'ready', tag: 'a', unread: 0 } as const
    const { token } = fake.phone('another-project')
    await expect(fresh.send('ios', token, message)).rejects.toMatchObject({ provider: 'fcm' })
    expect(await fresh.send('ios', fake.phone().token, message)).toBe('sent')
    expect(await fresh.send('ios', token, message)).toBe('gone')
  })

  it('phone push tokens are refused if FCM is not configured', () => {
    expect(createPush({ web }).validateToken('android', fake.phone().token)).toBe(
      'Push notifications for phones are not set up on this server.',
    )
  })
})
