import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { againstFake } from '../youtube/test/against-fake.ts'
import { webSub } from './websub.ts'

const channelId = 'UCP073R0_x88lMRBc-i9Z1Qg'
const feed = Buffer.from(
  `<feed><title>YouTube video feed</title><entry><yt:videoId>Sli7FA6EbqI</yt:videoId><yt:channelId>${channelId}</yt:channelId>
  <title>Bread</title><published>2026-11-20T12:00:00+00:00</published></entry></feed>`,
)
const signed = (algorithm: string, secret = 'secret', body: Uint8Array = feed) =>
  `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`

describe('the hub', () => {
  const at = againstFake()
  const open = (baseUrl = at.fake.url) => webSub({ clock: systemClock, baseUrl })
  const subscription = { channelId, callback: 'https://recaps.example.com/hooks', secret: 'secret', leaseSeconds: 60 }

  it('is asked to tell of a channel by the address that is documented', async () => {
    await open().subscribe(subscription)
    expect(at.fake.requests.at(-1)).toBe(`hub|subscribe|${channelId}`)
    const { isTopicOf } = open()
    for (const path of ['xml/feeds', 'feeds'])
      expect(isTopicOf(`https://www.youtube.com/${path}/videos.xml?channel_id=${channelId}`, channelId)).toBe(true)
    expect(isTopicOf('https://www.youtube.com/feeds/videos.xml?channel_id=UCx', channelId)).toBe(false)
  })

  it('is asked by the other address of the feed where it refuses the first one', async () => {
    at.fake.hub.refuse('/xml/feeds/videos.xml')
    await open().subscribe(subscription)
    await open().unsubscribe(subscription)
    const asked = at.fake.requests.slice(-4)
    expect(asked).toEqual([
      ...Array(2).fill(`hub|subscribe|${channelId}`),
      ...Array(2).fill(`hub|unsubscribe|${channelId}`),
    ])
    at.fake.hub.refuse('')
  })

  it.each([
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 503 }, 'network'],
    [{ kind: 'status', status: 400 }, 'parse_changed'],
    [{ kind: 'empty' }, 'parse_changed'],
  ] as const)('says with %o that it did not understand, or could not: %s', async (fault, code) => {
    at.fake.fault('hub|*', fault)
    await expect(open().subscribe(subscription)).rejects.toMatchObject({ code, retryable: true })
  })

  it('cannot be reached where nobody is', async () => {
    await expect(open('http://127.0.0.1:1').subscribe(subscription)).rejects.toMatchObject({ code: 'network' })
  })

  it.each(['sha1', 'sha256'])('is believed when it signs with %s', algorithm => {
    expect(open().read(feed, signed(algorithm), 'secret')).toMatchObject([{ videoId: 'Sli7FA6EbqI', title: 'Bread' }])
    expect(open().read(feed, signed(algorithm).toUpperCase().replace(/^\w+/, algorithm), 'secret')).toHaveLength(1)
  })

  it.each([
    ['nothing', undefined],
    ['another secret', signed('sha1', 'another')],
    ['other bytes', signed('sha1', 'secret', Buffer.from('else'))],
    ['half a signature', signed('sha256').slice(0, 47)],
    ['a method that nobody agreed on', signed('md5')],
    ['the shorter one under the longer name', signed('sha1').replace('sha1', 'sha256')],
    ['no hex', `sha1=${'z'.repeat(40)}`],
  ])('is not believed with %s', (_, signature) => {
    expect(open().read(feed, signature, 'secret')).toBeNull()
  })

  it('tells nothing by what is signed but no feed', () => {
    const page = Buffer.from('<html/>')
    expect(open().read(page, signed('sha1', 'secret', page), 'secret')).toBeNull()
  })
})
