import { failures } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { callsTo, withToken } from '../../../test/calls.ts'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal } from '../../../test/waiting.ts'

const test = await useServer({ ports: { speech: silence } })
const ask = callsTo(test.url)
const askedOf = (key: string) => test.twin.requests.filter(asked => asked.startsWith(key)).length

describe('a search', () => {
  it('goes on where its page ended, for an hour', async () => {
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

  it('takes only pages that we gave, for what we gave them', async () => {
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
    const before = test.twin.requests.length
    for (const attempt of attempts)
      expect([attempt, (await ask(`/api/youtube/${attempt}`, withToken(token))).status]).toEqual([attempt, 400])
    expect(test.twin.requests.length).toBe(before)
  })

  it('asks for a word, and says so where there is none', async () => {
    const { token } = await test.newUser()
    const empty = await ask('/api/youtube/channels?query=%20', withToken(token))
    expect([empty.status, empty.json.error]).toEqual([400, 'Type something to search for'])
  })

  it('that YouTube does not answer says so, and when to try again', async () => {
    const { client, token } = await test.newUser()
    const lift = test.twin.fault('search|*', { kind: 'status', status: 500 })
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
    const before = test.twin.requests.length
    const refused = await ask(`/api/youtube/proxy-thumbnail?url=${encodeURIComponent(url)}`, withToken(token))
    expect([refused.status, refused.json.code]).toEqual([404, 'not_found'])
    expect(test.twin.requests.length).toBe(before)
  })
})

describe('the picture of a video', () => {
  const pictureOf = (video: string) => ask(`/thumbnails/${video}.jpg`)

  it('is fetched once, however many ask for it, and only where somebody has a summary of it', async () => {
    const video = talks[2]!
    expect((await pictureOf(video)).status).toBe(404)
    expect(askedOf(`thumbnail|${video}`)).toBe(0)
    await readableSummary((await test.newUser()).client, video)
    const answers = await Promise.all(Array.from({ length: 20 }, () => pictureOf(video)))
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=604800')
    }
    expect((await pictureOf(video)).status).toBe(200)
    expect(askedOf(`thumbnail|${video}`)).toBe(1)
  })

  it('that is not there is not looked for again and again', async () => {
    const video = talks[3]!
    await readableSummary((await test.newUser()).client, video)
    const lift = test.twin.fault(`thumbnail|${video}|*`, { kind: 'status', status: 404 })
    const statuses = [(await pictureOf(video)).status, (await pictureOf(video)).status]
    expect(statuses).toEqual([404, 404])
    expect(askedOf(`thumbnail|${video}`)).toBe(1)
    lift()
    expect((await pictureOf(video)).status).toBe(404)
    test.clock.advance(61_000)
    expect((await pictureOf(video)).status).toBe(200)
    expect(askedOf(`thumbnail|${video}`)).toBe(2)
  })
})
