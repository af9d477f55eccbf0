import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { webSub } from './websub.ts'

const channelId = 'UCP073R0_x88lMRBc-i9Z1Qg'
const feed = Buffer.from(
  `<feed><title>YouTube video feed</title><entry><yt:videoId>Sli7FA6EbqI</yt:videoId><yt:channelId>${channelId}</yt:channelId>
  <title>Bread</title><published>2026-11-20T12:00:00+00:00</published></entry></feed>`,
)
const signed = (algorithm: string, secret = 'secret', body: Uint8Array = feed) =>
  `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`

describe('the WebSub hub', () => {
  const at = setUpFakeYoutube()
  const open = (baseUrl = at.fake.url) => webSub({ clock: systemClock, baseUrl })
  const subscription = { channelId, callback: 'https://recaps.example.com/hooks', secret: 'secret', leaseSeconds: 60 }

  it('subscribes to a channel at the hub by the documented feed URL', async () => {
    await open().subscribe(subscription)
    expect(at.fake.requests.at(-1)).toBe(`hub|subscribe|${channelId}`)
    const { isTopicOf } = open()
    for (const path of ['xml/feeds', 'feeds'])
      expect(isTopicOf(`https://www.youtube.com/${path}/videos.xml?channel_id=${channelId}`, channelId)).toBe(true)
    expect(isTopicOf('https://www.youtube.com/feeds/videos.xml?channel_id=UCx', channelId)).toBe(false)
  })

  it('subscribes by the other feed URL when the hub rejects the first', async () => {
    at.fake.hub.rejectTopicPath('/xml/feeds/videos.xml')
    await open().subscribe(subscription)
    await open().unsubscribe(subscription)
    const requests = at.fake.requests.slice(-4)
    expect(requests).toEqual([
      ...Array(2).fill(`hub|subscribe|${channelId}`),
      ...Array(2).fill(`hub|unsubscribe|${channelId}`),
    ])
    at.fake.hub.rejectTopicPath('')
  })

  it.each([
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 503 }, 'network'],
    [{ kind: 'status', status: 400 }, 'parse_changed'],
    [{ kind: 'empty' }, 'parse_changed'],
  ] as const)('maps the hub answer %o to a retryable %s when subscribing', async (fault, code) => {
    at.fake.fault('hub|*', fault)
    await expect(open().subscribe(subscription)).rejects.toMatchObject({ code, retryable: true })
  })

  it('reports a network failure when nothing listens at the URL of the hub', async () => {
    await expect(open('http://127.0.0.1:1').subscribe(subscription)).rejects.toMatchObject({ code: 'network' })
  })

  it.each(['sha1', 'sha256'])('accepts a message of the hub that is signed with %s', algorithm => {
    expect(open().read(feed, signed(algorithm), 'secret')).toMatchObject([{ videoId: 'Sli7FA6EbqI', title: 'Bread' }])
    expect(open().read(feed, signed(algorithm).toUpperCase().replace(/^\w+/, algorithm), 'secret')).toHaveLength(1)
  })

  it.each([
    ['no signature', undefined],
    ['a signature by another secret', signed('sha1', 'another')],
    ['a signature of other bytes', signed('sha1', 'secret', Buffer.from('else'))],
    ['half a signature', signed('sha256').slice(0, 47)],
    ['an unsupported signature algorithm', signed('md5')],
    ['a SHA-1 signature labeled as SHA-256', signed('sha1').replace('sha1', 'sha256')],
    ['a signature that is not hex', `sha1=${'z'.repeat(40)}`],
  ])('rejects a message of the hub with %s', (_, signature) => {
    expect(open().read(feed, signature, 'secret')).toBeNull()
  })

  it('rejects a signed message of the hub that is not a feed', () => {
    const page = Buffer.from('<html/>')
    expect(open().read(page, signed('sha1', 'secret', page), 'secret')).toBeNull()
  })
})
