import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeYoutube, generatedChannelId, startFakeYoutube } from './index.ts'

const plainBench = 'UCP073R0_x88lMRBc-i9Z1Qg'
const unreleased = 'Sli7FA6EbqI'
const hourMs = 3600_000
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
let fake: FakeYoutube

beforeAll(async () => {
  fake = await startFakeYoutube({ clock, releases: { [unreleased]: new Date(Date.now() + hourMs) } })
  fake.visitors.accept('any')
})
afterAll(() => fake.close())
afterEach(() => {
  expect(fake.unknown.splice(0)).toEqual([])
})

const feedOf = (channelId: string, headers: Record<string, string> = {}) =>
  fetch(`${fake.url}/feeds/videos.xml?channel_id=${channelId}`, { headers })
const idsIn = async (channelId: string) =>
  [...(await (await feedOf(channelId)).text()).matchAll(/<yt:videoId>([\w-]{11})</g)].map(([, id]) => id)
const post = (path: string, body: object) => fetch(`${fake.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
const player = async (videoId: string) =>
  await (await post('/youtubei/v1/player', { videoId, context: { client: { clientName: 'VISIONOS' } } })).text()

describe('channels of the YouTube fake', () => {
  it('publishes different talks with captions, each under a new video id', async () => {
    const videos = await fake.publish(...Array.from({ length: 4 }, () => ({ channelId: plainBench })))
    expect(new Set(videos.map(({ id }) => id)).size).toBe(4)
    const captions = []
    for (const { id, tracks } of videos) {
      expect(await idsIn(plainBench)).toContain(id)
      expect(await player(id)).toContain('"status":"OK"')
      const track = tracks.find(({ language }) => language.startsWith('en'))!
      const kind = track.kind === 'auto' ? '&kind=asr' : ''
      captions.push(
        await (await fetch(`${fake.url}/api/timedtext?v=${id}&lang=${track.language}${kind}&fmt=json3`)).text(),
      )
    }
    expect(new Set(captions).size).toBe(4)
  })

  it('keeps a talk private until its release date', async () => {
    const saltAndReason = 'UCYIeKfdLB23dvt6-dCFgRrQ'
    expect(await idsIn(saltAndReason)).not.toContain(unreleased)
    expect(await player(unreleased)).toContain('This video is private')
    aheadMs = 1.1 * hourMs
    expect((await idsIn(saltAndReason))[0]).toBe(unreleased)
    expect(await player(unreleased)).toContain('"status":"OK"')
  })

  it.each(['etag', 'last-modified'] as const)('answers 304 for an unchanged feed by its %s header', async name => {
    fake.setFeedValidator(name)
    const first = await feedOf(plainBench)
    const validators = { [name === 'etag' ? 'if-none-match' : 'if-modified-since']: first.headers.get(name)! }
    const [unchanged, bytes] = [fake.unchanged, fake.traffic.out]
    expect((await feedOf(plainBench, validators)).status).toBe(304)
    expect([fake.unchanged - unchanged, fake.traffic.out - bytes < 1_000]).toEqual([1, true])
    fake.setFeedValidator('none')
    expect((await feedOf(plainBench, validators)).status).toBe(200)
    fake.setFeedValidator('etag')
  })

  it('generates a channel with 15 talks for any number', async () => {
    expect(await idsIn(generatedChannelId(4_321))).toHaveLength(15)
    expect(await idsIn(generatedChannelId(99_999_999))).toHaveLength(15)
    expect(generatedChannelId(1)).toMatch(/^UC[\w-]{22}$/)
  })

  it('publishes videos, deletes and restores a channel over HTTP', async () => {
    const channelId = generatedChannelId(7)
    const answer = await post('/_fake/publish', { channelId, count: 3, title: 'By a lever' })
    const { videoIds } = (await answer.json()) as { videoIds: string[] }
    expect((await idsIn(channelId)).slice(0, 3).toSorted()).toEqual(videoIds.toSorted())
    await post('/_fake/channel', { channelId, standing: 'deleted' })
    expect((await feedOf(channelId)).status).toBe(404)
    const page = await post('/youtubei/v1/browse', { browseId: channelId, context: {} })
    expect(await page.text()).toContain('This channel does not exist.')
    await post('/_fake/channel', { channelId, standing: 'there' })
    expect((await feedOf(channelId)).status).toBe(200)
  })
})

describe('hub of the YouTube fake', () => {
  const received: { method: string; url: URL; signature: string }[] = []
  let echoes = true
  const subscriber = createServer((request, response) => {
    const url = new URL(request.url!, 'http://here')
    received.push({ method: request.method!, url, signature: String(request.headers['x-hub-signature'] ?? '') })
    response.end(echoes ? url.searchParams.get('hub.challenge') : 'no')
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => subscriber.listen(0, '127.0.0.1', resolve))
    fake.hub.redirectCallbacksTo(`http://127.0.0.1:${(subscriber.address() as AddressInfo).port}`)
  })
  afterAll(() => subscriber.close())

  const subscribe = async (channelId: string) => {
    const form = {
      'hub.mode': 'subscribe',
      'hub.topic': `https://www.youtube.com/xml/feeds/videos.xml?channel_id=${channelId}`,
      'hub.callback': 'https://recaps.example.com/hook',
      'hub.secret': 'secret',
      'hub.lease_seconds': '3600',
    }
    const answersBefore = fake.hub.answers.length
    const answer = await fetch(`${fake.url}/subscribe`, {
      method: 'POST',
      headers: { 'x-original-host': 'pubsubhubbub.appspot.com' },
      body: new URLSearchParams(form),
    })
    while (answer.status === 202 && fake.hub.answers.length === answersBefore) await sleep(5)
    return answer.status
  }

  it('verifies a subscription, announces uploads with a signature, and stops when the lease ends', async () => {
    expect(await subscribe(plainBench)).toBe(202)
    expect(received.at(-1)!.url.searchParams.get('hub.lease_seconds')).toBe('3600')
    await fake.publish({ channelId: plainBench })
    expect(received.at(-1)).toMatchObject({ method: 'POST', signature: expect.stringMatching(/^sha1=[\da-f]{40}$/) })
    const before = received.length
    aheadMs += 1.1 * hourMs
    await fake.publish({ channelId: plainBench })
    expect(received.length).toBe(before)
  })

  it('rejects invalid topics and subscribers that do not answer the challenge', async () => {
    echoes = false
    fake.hub.subscriptions = []
    await subscribe(plainBench)
    expect(fake.hub.subscriptions).toEqual([])
    expect(await subscribe('UCnobody')).toBe(400)
  })
})
