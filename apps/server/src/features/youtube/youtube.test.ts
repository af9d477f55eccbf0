import { failures } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { callsTo, withToken } from '../../../test/calls.ts'
import { silence } from '../../../test/silence.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal } from '../../../test/waiting.ts'

const test = await useServer({ ports: { speech: silence } })
const ask = callsTo(test.url)
const askedOf = (key: string) => test.fake.requests.filter(asked => asked.startsWith(key)).length

describe('a search', () => {
  it('goes on where its page ended, for an hour [spec 3.9] [ASVS 9.2.1]', async () => {
    const { client, token } = await test.newUser()
    const first = await client.youtube.videos({ query: { query: 'the' } })
    const page = first.nextPageToken!
    const second = await client.youtube.videos({ query: { query: 'the', page } })
    expect(second.items.length).toBeGreaterThan(0)
    expect(second.items[0]!.id).not.toBe(first.items[0]!.id)
    test.clock.advance(3_601_000)
    const late = await ask(`/api/youtube/videos?query=the&page=${page}`, withToken(token))
    expect([late.status, late.json.error]).toEqual([400, 'This page has expired. Search again.'])
  })

  it('takes only pages that we gave, for what we gave them [ASVS 2.2.3, 9.1.1]', async () => {
    const { client, token } = await test.newUser()
    const { nextPageToken = '' } = await client.youtube.videos({ query: { query: 'the' } })
    const [body = '', signature] = nextPageToken.split('.')
    const forged = Buffer.from(body, 'base64url').toString().replace('innertube', 'dataApi')
    const attempts = [
      `videos?query=the&page=${Buffer.from(forged).toString('base64url')}.${signature}`,
      `channels?query=the&page=${nextPageToken}`,
      `videos?query=the&page=${body}`,
      'videos?query=the&page=.',
      'videos?query=the&page=%F0%9F%98%80.x',
    ]
    const before = test.fake.requests.length
    for (const attempt of attempts)
      expect([attempt, (await ask(`/api/youtube/${attempt}`, withToken(token))).status]).toEqual([attempt, 400])
    expect(test.fake.requests.length).toBe(before)
  })

  it('asks for a word, and says so where there is none', async () => {
    const { token } = await test.newUser()
    const empty = await ask('/api/youtube/channels?query=%20', withToken(token))
    expect([empty.status, empty.json.error]).toEqual([400, 'Type something to search for'])
  })

  it('that YouTube does not answer says so, and when to try again', async () => {
    const { client, token } = await test.newUser()
    const lift = test.fake.fault('search|*', { kind: 'status', status: 500 })
    expect(await refusal(client.youtube.channels({ query: { query: 'anything at all' } }))).toMatchObject({
      status: failures.network.status,
      code: 'network',
    })
    const answer = await ask('/api/youtube/videos?query=anything', withToken(token))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    lift()
  })
})

describe('the picture of a search result', () => {
  const picture = `https://i.ytimg.com/vi/${talks[0]}/hqdefault.jpg`

  it('is fetched for signed-in users, as bytes or as a data URL', async () => {
    const { token } = await test.newUser()
    const path = `/api/youtube/proxy-thumbnail?url=${encodeURIComponent(picture)}`
    expect((await ask(path)).status).toBe(401)
    const bytes = await ask(path, withToken(token))
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(bytes.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const json = await ask(path, withToken(token, { headers: { Accept: 'application/json' } }))
    expect(json.json.image).toMatch(/^data:image\/jpeg;base64,\/9j\//)
  })

  it.each([
    'http://i.ytimg.com/vi/x/hqdefault.jpg',
    'https://i.ytimg.com.evil.example/x.jpg',
    'https://user@i.ytimg.com/x.jpg',
    'https://i.ytimg.com:8443/x.jpg',
    'https://127.0.0.1/x.jpg',
    'file:///etc/passwd',
    'not an address',
  ])('is not fetched from %s, which looks like one that is not there', async url => {
    const { token } = await test.newUser()
    const before = test.fake.requests.length
    const refused = await ask(`/api/youtube/proxy-thumbnail?url=${encodeURIComponent(url)}`, withToken(token))
    expect([refused.status, refused.json.code]).toEqual([404, 'not_found'])
    expect(test.fake.requests.length).toBe(before)
  })
})

describe('the picture of a video', () => {
  const dayMs = 24 * 3600_000
  const answerOf = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: told, text } = await ask(path, { headers })
    return { status, caching: told.get('cache-control'), text: text.replace(/"requestId":"[^"]+"/, '') }
  }
  const addressOf = async (video: string, user?: TestUser) =>
    (await readableSummary((user ?? (await test.newUser())).client, video)).videoInfo.thumbnailUrl!

  it('is fetched once, however many ask for it', async () => {
    const video = talks[2]!
    const address = await addressOf(video)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(address)))
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(answer.headers.get('cache-control')).toBe('private, max-age=604800')
    }
    expect((await ask(address)).status).toBe(200)
    expect(askedOf(`thumbnail|${video}`)).toBe(1)
  })

  it('is served by a signed address only; other addresses get the same 404 whether it is stored or not [threat 34]', async () => {
    const [stored, unknown] = [talks[4]!, talks[5]!]
    const address = await addressOf(stored)
    expect((await ask(address)).status).toBe(200)
    const query = address.slice(address.indexOf('?'))
    const expires = new URLSearchParams(query).get('expires')!
    const before = test.fake.requests.length
    const tries = (video: string) => [
      `/thumbnails/${video}.jpg`,
      `/thumbnails/${video}.jpg?expires=${expires}&signature=`,
      `/thumbnails/${video}.jpg?expires=${expires}&signature=${'A'.repeat(43)}`,
      `/thumbnails/${video}.jpg${query.replace(expires, String(Number(expires) + 1))}`,
      `/thumbnails/${video}.jpg${query}&fresh=1`,
      `/thumbnails/${video}.png${query}`,
    ]
    const { text: refused } = await answerOf('/thumbnails/none')
    for (const path of [...tries(stored), ...tries(unknown), `/thumbnails/${unknown}.jpg${query}`])
      expect([path, await answerOf(path)]).toEqual([path, { status: 404, caching: null, text: refused }])
    expect(test.fake.requests.length).toBe(before)
  })

  it('keeps its address for at least a day and expires after one to two weeks', async () => {
    const video = talks[6]!
    const user = await test.newUser()
    const address = await addressOf(video, user)
    const fromNow = Number(new URL(address, test.url).searchParams.get('expires')) - test.clock.now().getTime()
    expect(fromNow).toBeGreaterThanOrEqual(7 * dayMs)
    const addresses = new Set<string>()
    for (let hours = 0; hours < 24 * 14; hours += 12) {
      addresses.add((await user.client.summaries.list()).data[0]!.videoInfo.thumbnailUrl!)
      test.clock.advance(12 * 3600_000)
    }
    expect(addresses.size).toBeLessThanOrEqual(3)
    expect((await ask(address)).status).toBe(404)
    for (const later of [...addresses].slice(-1)) expect((await ask(later)).status).toBe(200)
  })

  it('that is not there is not looked for again and again', async () => {
    const video = talks[3]!
    const address = await addressOf(video)
    const lift = test.fake.fault(`thumbnail|${video}|*`, { kind: 'status', status: 404 })
    const statuses = [(await ask(address)).status, (await ask(address)).status]
    expect(statuses).toEqual([404, 404])
    expect(askedOf(`thumbnail|${video}`)).toBe(1)
    lift()
    expect((await ask(address)).status).toBe(404)
    test.clock.advance(61_000)
    expect((await ask(address)).status).toBe(200)
    expect(askedOf(`thumbnail|${video}`)).toBe(2)
  })

  it('returns 429 with Retry-After to a network that requests too many', async () => {
    const address = await addressOf(talks[7]!)
    const use = async (limit: 'thumbnail' | 'thumbnail_fresh', times: number) => {
      for (let n = 0; n < times; n++) await test.server.services.limits.take(limit, '198.51.100.0/24')
    }
    const from = { 'X-Forwarded-For': '198.51.100.7' }
    await use('thumbnail', 2_999)
    expect((await ask(address, { headers: from })).status).toBe(200)
    const refused = await ask(address, { headers: from })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await ask(address, { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(200)
    // A wrong address does not count against the limit.
    expect((await ask(`/thumbnails/${talks[7]}.jpg`, { headers: from })).status).toBe(404)

    const { client } = await test.newUser()
    const { videoInfo } = await client.summaries.preview({ body: { urlOrId: talks[8]! } })
    await use('thumbnail_fresh', 300)
    expect((await ask(videoInfo.thumbnailUrl!, { headers: from })).status).toBe(429)
  })
})
