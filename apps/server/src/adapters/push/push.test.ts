import { startFakePush } from '@recaps/fake-push'
import { afterAll, describe, expect, it } from 'vitest'
import { OutboundError } from '../outbound/fetch.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { pushConformance } from './conformance.ts'
import { pushTo } from './push.ts'
import { vapidKeys } from './vapid.ts'

const fake = await startFakePush()
afterAll(() => fake.close())
const keys = vapidKeys('a secret of at least thirty-two characters')
const web = { keys, contact: 'mailto:support@recaps.example', url: fake.url, deadlineMs: 500 }
const fcm = { account: JSON.parse(fake.serviceAccount), url: fake.url, deadlineMs: 500 }
const push = pushTo({ web, fcm })

describe('push to browsers', () => {
  pushConformance(async () => ({
    push,
    platform: 'web',
    device: () => {
      const { subscription, unsubscribe, ...told } = fake.browser()
      return { token: subscription, forget: unsubscribe, ...told }
    },
    fault: fake.fault,
  }))

  it('waits for its device for a day, and one with the same tag takes its place there', async () => {
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

  it('fits, however long its words are', async () => {
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

  it('is signed by the same keys in every process with the same secret [ASVS 11.6.1]', () => {
    expect(vapidKeys('a secret of at least thirty-two characters')).toEqual(keys)
    expect(vapidKeys('another secret of thirty-two characters.')).not.toEqual(keys)
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
  })

  it('never goes to an address of this machine or its neighbours, whatever the subscription says [ASVS 1.3.6]', async () => {
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
      return { forget: uninstall, ...phone }
    },
    fault: fake.fault,
  }))

  it('signs in once for many messages', async () => {
    const before = fake.requests.filter(path => path.startsWith('oauth2')).length
    const phone = fake.phone()
    for (const tag of ['a', 'b', 'c'])
      await push.send('ios', phone.token, { title: 'a', body: 'b', path: '/', topic: 'ready', tag, unread: 0 })
    expect(phone.shown).toHaveLength(3)
    expect(fake.requests.filter(path => path.startsWith('oauth2')).length - before).toBeLessThanOrEqual(1)
  })

  it.each([{ kind: 'hang' }, { kind: 'status', status: 503 }] as const)(
    'asks once for leave to send, and not for long, before it may be tried again: $kind',
    async fault => {
      const before = fake.requests.length
      const lift = fake.fault(fault)
      const beganAt = performance.now()
      const refused = await pushTo({ web, fcm })
        .send('ios', fake.phone().token, { title: 'a', body: 'b', path: '/', topic: 'ready', tag: 'a', unread: 0 })
        .catch((error: unknown) => error)
      lift()
      expect(refused).toMatchObject({ provider: 'fcm', retryable: true })
      expect(performance.now() - beganAt).toBeLessThan(5_000)
      expect(fake.requests.slice(before)).toEqual(['oauth2.googleapis.com/token'])
    },
  )

  it('takes a phone of another project of Firebase for gone once it has reached one of its own, and not with a wrong key', async () => {
    const fresh = pushTo({ web, fcm: { ...fcm, deadlineMs: 5000 } })
    const message = { title: 'a', body: 'b', path: '/', topic: 'ready', tag: 'a', unread: 0 } as const
    const { token } = fake.phone('another-project')
    await expect(fresh.send('ios', token, message)).rejects.toMatchObject({ provider: 'fcm' })
    expect(await fresh.send('ios', fake.phone().token, message)).toBe('sent')
    expect(await fresh.send('ios', token, message)).toBe('gone')
  })

  it('is refused where it is not set up', () => {
    expect(pushTo({ web }).refuse('android', fake.phone().token)).toBe('Push messages to phones are not set up here.')
  })
})
