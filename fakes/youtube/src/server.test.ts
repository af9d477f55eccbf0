import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeYoutube, type Fault, startFakeYoutube } from './index.ts'

const talk = 'Sli7FA6EbqI'
let fake: FakeYoutube

beforeAll(async () => {
  fake = await startFakeYoutube()
  fake.visitors.accept('any')
})
afterAll(() => fake.close())
afterEach(() => {
  fake.clearFaults()
  fake.unknown.splice(0)
})

const player = (videoId: string, clientName = 'VISIONOS', signal?: AbortSignal) =>
  fetch(`${fake.url}/youtubei/v1/player`, {
    method: 'POST',
    body: JSON.stringify({ videoId, context: { client: { clientName } } }),
    signal,
  })

describe('YouTube fake', () => {
  it('records the keys of all requests and answers 504 to unknown ones', async () => {
    const before = fake.requests.length
    expect((await player(talk)).status).toBe(200)
    expect((await player('aaaaaaaaaaA', 'ANDROID')).status).toBe(504)
    expect((await fetch(`${fake.url}/feeds/videos.xml?channel_id=UCnobody`)).status).toBe(504)
    expect(fake.requests.slice(before)).toEqual([
      `player|${talk}|VISIONOS`,
      'player|aaaaaaaaaaA|ANDROID',
      'feed|channel_id=UCnobody',
    ])
    expect(fake.unknown).toEqual(['player|aaaaaaaaaaA|ANDROID', 'feed|channel_id=UCnobody'])
  })

  it('applies a fault to matching keys, as many times as requested', async () => {
    fake.fault(`player|${talk}|*`, { kind: 'status', status: 429, headers: { 'retry-after': '7' }, times: 1 })
    const limited = await player(talk)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await player(talk)).status).toBe(200)
    const removeFault = fake.fault('player|*|VISIONOS', { kind: 'empty' })
    expect(await (await player(talk)).text()).toBe('')
    expect((await player(talk, 'ANDROID')).headers.get('content-type')).toMatch(/json/)
    removeFault()
    expect(await (await player(talk)).text()).not.toBe('')
  })

  it.each([
    [{ kind: 'consent' }, 200, /consent\.youtube\.com/],
    [{ kind: 'captcha' }, 429, /g-recaptcha/],
    [{ kind: 'garbage' }, 200, /^\)\]\}'/],
  ] as [Fault, number, RegExp][])('sends the wrong answer of fault %o', async (fault, status, text) => {
    fake.fault('*', fault)
    const answer = await player(talk)
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(text)
  })

  it('delays, truncates or withholds an answer for the faults delay, cut and hang', async () => {
    fake.fault('player|*', { kind: 'delay', ms: 120, times: 1 })
    const startedAt = performance.now()
    expect((await player(talk)).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThan(110)
    fake.fault('player|*', { kind: 'cut', times: 1 })
    await expect(player(talk).then(answer => answer.text())).rejects.toThrow()
    fake.fault('player|*', { kind: 'hang', times: 1 })
    await expect(player(talk, 'VISIONOS', AbortSignal.timeout(100))).rejects.toThrow(/timeout/i)
  })

  it('adds and clears faults and lists requests over HTTP', async () => {
    const fault = { key: 'player|*', fault: { kind: 'status', status: 503 } }
    await fetch(`${fake.url}/_fake/faults`, { method: 'POST', body: JSON.stringify(fault) })
    expect((await player(talk)).status).toBe(503)
    await fetch(`${fake.url}/_fake/faults`, { method: 'DELETE' })
    expect((await player(talk)).status).toBe(200)
    const register = await (await fetch(`${fake.url}/_fake/register`)).json()
    expect(register).toMatchObject({ requests: expect.arrayContaining([`player|${talk}|VISIONOS`]), unknown: [] })
  })

  it('answers 304 to a feed request with the current ETag', async () => {
    const url = `${fake.url}/feeds/videos.xml?channel_id=UCP073R0_x88lMRBc-i9Z1Qg`
    const first = await fetch(url)
    const etag = first.headers.get('etag') ?? ''
    expect(await first.text()).toMatch(/<yt:channelId>P073R0_x88lMRBc-i9Z1Qg</)
    const second = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  it('serves thumbnail, watch page and oEmbed of a talk', async () => {
    const picture = await fetch(`${fake.url}/vi/${talk}/hqdefault.jpg`)
    expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(await (await fetch(`${fake.url}/watch?v=${talk}`)).text()).toMatch(/ytInitialPlayerResponse = \{/)
    const oembed = await fetch(`${fake.url}/oembed?url=https://www.youtube.com/watch?v=${talk}&format=json`)
    expect(await oembed.json()).toMatchObject({ author_name: 'Salt & Reason' })
  })
})

describe('visitor data of the YouTube fake', () => {
  const post = async (visitorData?: string, endpoint = 'player', clientName = 'IOS') => {
    const answer = await fetch(`${fake.url}/youtubei/v1/${endpoint}`, {
      method: 'POST',
      body: JSON.stringify({ videoId: talk, context: { client: { clientName, visitorData } } }),
    })
    return (await answer.json()) as {
      responseContext?: { visitorData?: string }
      playabilityStatus?: { status: string; reason?: string }
    }
  }
  const statusOf = async (visitorData?: string) => (await post(visitorData)).playabilityStatus?.status
  const requestVisitorData = async () => (await post(undefined, 'visitor_id')).responseContext!.visitorData!

  beforeEach(() => fake.visitors.accept('issued'))

  it('rejects player requests with unknown or revoked visitor data', async () => {
    const visitorData = await requestVisitorData()
    expect(visitorData.length).toBeGreaterThan(48)
    expect(await statusOf(visitorData)).toBe('OK')
    expect(await statusOf('CgtpbnZlbnRlZDEyMyjA6J_JBg%3D%3D')).toBe('LOGIN_REQUIRED')
    fake.visitors.revoke()
    expect(await statusOf(visitorData)).toBe('LOGIN_REQUIRED')
    expect(await statusOf(await requestVisitorData())).toBe('OK')
  })

  it('issues visitor data with a bot check and in the service worker data', async () => {
    const { responseContext, playabilityStatus } = await post()
    expect(playabilityStatus?.reason).toMatch(/not a bot/)
    expect(await statusOf(responseContext?.visitorData)).toBe('OK')
    const text = await (await fetch(`${fake.url}/sw.js_data`)).text()
    const [[, , [[device]]]] = JSON.parse(text.slice(")]}'\n".length))
    expect(await statusOf(device[13])).toBe('OK')
  })
})
