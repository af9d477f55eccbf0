import { failures } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { createApiCaller, withToken } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal } from '../../../test/wait-for.ts'

const test = await useServer({ ports: { speech: silentSpeech } })
const request = createApiCaller(test.url)
const countRequests = (prefix: string) => test.fake.requests.filter(key => key.startsWith(prefix)).length

describe('a search', () => {
  it('continues a search from its page token for an hour [spec 3.9] [ASVS 9.2.1]', async () => {
    const { client, token } = await test.newUser()
    const first = await client.youtube.videos({ query: { query: 'the' } })
    const page = first.nextPageToken!
    const second = await client.youtube.videos({ query: { query: 'the', page } })
    expect(second.items.length).toBeGreaterThan(0)
    expect(second.items[0]!.id).not.toBe(first.items[0]!.id)
    test.clock.advance(3_601_000)
    const late = await request(`/api/youtube/videos?query=the&page=${page}`, withToken(token))
    expect([late.status, late.json.error]).toEqual([400, 'This page has expired. Search again.'])
  })

  it('accepts only page tokens that we issued for the same kind of search [ASVS 2.2.3, 9.1.1]', async () => {
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
      expect([attempt, (await request(`/api/youtube/${attempt}`, withToken(token))).status]).toEqual([attempt, 400])
    expect(test.fake.requests.length).toBe(before)
  })

  it('rejects an empty search query with a readable message', async () => {
    const { token } = await test.newUser()
    const empty = await request('/api/youtube/channels?query=%20', withToken(token))
    expect([empty.status, empty.json.error]).toEqual([400, 'Type something to search for'])
  })

  it('reports with Retry-After that YouTube does not answer a search', async () => {
    const { client, token } = await test.newUser()
    const clearFault = test.fake.fault('search|*', { kind: 'status', status: 500 })
    expect(await refusal(client.youtube.channels({ query: { query: 'anything at all' } }))).toMatchObject({
      status: failures.network.status,
      code: 'network',
    })
    const answer = await request('/api/youtube/videos?query=anything', withToken(token))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    clearFault()
  })
})

describe('the image of a search result', () => {
  const picture = `https://i.ytimg.com/vi/${talks[0]}/hqdefault.jpg`

  it('fetches the image of a search result for signed-in users, as bytes or as a data URL', async () => {
    const { token } = await test.newUser()
    const path = `/api/youtube/proxy-thumbnail?url=${encodeURIComponent(picture)}`
    expect((await request(path)).status).toBe(401)
    const bytes = await request(path, withToken(token))
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(bytes.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const json = await request(path, withToken(token, { headers: { Accept: 'application/json' } }))
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
  ])('answers 404 without fetching the image %s', async url => {
    const { token } = await test.newUser()
    const before = test.fake.requests.length
    const refused = await request(`/api/youtube/proxy-thumbnail?url=${encodeURIComponent(url)}`, withToken(token))
    expect([refused.status, refused.json.code]).toEqual([404, 'not_found'])
    expect(test.fake.requests.length).toBe(before)
  })
})

describe('the thumbnail of a video', () => {
  const dayMs = 24 * 3600_000
  const answerOf = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: responseHeaders, text } = await request(path, { headers })
    return { status, caching: responseHeaders.get('cache-control'), text: text.replace(/"requestId":"[^"]+"/, '') }
  }
  const addressOf = async (video: string, user?: TestUser) =>
    (await readableSummary((user ?? (await test.newUser())).client, video)).videoInfo.thumbnailUrl!

  it('fetches a thumbnail once for many parallel requests', async () => {
    const video = talks[2]!
    const address = await addressOf(video)
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(address)))
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(answer.headers.get('cache-control')).toBe('private, max-age=604800')
    }
    expect((await request(address)).status).toBe(200)
    expect(countRequests(`thumbnail|${video}`)).toBe(1)
  })

  it('serves a thumbnail only at its signed address; others get the same 404 whether it is stored or not [threat 34]', async () => {
    const [stored, unknown] = [talks[4]!, talks[5]!]
    const address = await addressOf(stored)
    expect((await request(address)).status).toBe(200)
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

  it('keeps the address of a thumbnail for at least a day and expires it after one to two weeks', async () => {
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
    expect((await request(address)).status).toBe(404)
    for (const later of [...addresses].slice(-1)) expect((await request(later)).status).toBe(200)
  })

  it('does not fetch a missing thumbnail again within a minute', async () => {
    const video = talks[3]!
    const address = await addressOf(video)
    const clearFault = test.fake.fault(`thumbnail|${video}|*`, { kind: 'status', status: 404 })
    const statuses = [(await request(address)).status, (await request(address)).status]
    expect(statuses).toEqual([404, 404])
    expect(countRequests(`thumbnail|${video}`)).toBe(1)
    clearFault()
    expect((await request(address)).status).toBe(404)
    test.clock.advance(61_000)
    expect((await request(address)).status).toBe(200)
    expect(countRequests(`thumbnail|${video}`)).toBe(2)
  })

  it('answers 429 with Retry-After to a network that requests too many thumbnails', async () => {
    const address = await addressOf(talks[7]!)
    const use = async (limit: 'thumbnail' | 'thumbnail_fresh', times: number) => {
      for (let n = 0; n < times; n++) await test.server.services.limits.take(limit, '198.51.100.0/24')
    }
    const from = { 'X-Forwarded-For': '198.51.100.7' }
    await use('thumbnail', 2_999)
    expect((await request(address, { headers: from })).status).toBe(200)
    const refused = await request(address, { headers: from })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await request(address, { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(200)
    // An unsigned address does not count against the limit.
    expect((await request(`/thumbnails/${talks[7]}.jpg`, { headers: from })).status).toBe(404)

    const { client } = await test.newUser()
    const { videoInfo } = await client.summaries.preview({ body: { urlOrId: talks[8]! } })
    await use('thumbnail_fresh', 300)
    expect((await request(videoInfo.thumbnailUrl!, { headers: from })).status).toBe(429)
  })
})
