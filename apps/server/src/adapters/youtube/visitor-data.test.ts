import { afterEach, describe, expect, it } from 'vitest'
import { fakeVideoIds, setUpFakeYoutube } from './test/set-up-fake-youtube.ts'

const HOUR_MS = 3_600_000

describe('visitor data for YouTube', () => {
  const at = setUpFakeYoutube()
  const requestsSince = (before: number) => at.fake.requests.slice(before)
  const countOf = (requests: string[], start: string) => requests.filter(key => key.startsWith(start)).length
  afterEach(() => at.fake.visitors.accept('issued'))

  /** Opens ports that already have visitor data. `requests` returns the requests sent since then. */
  const warm = async (config: Parameters<typeof at.open>[0] = {}) => {
    const youtube = at.open(config)
    await youtube.captions.read(fakeVideoIds.automatic)
    const before = at.fake.requests.length
    return { ...youtube, requests: () => requestsSince(before) }
  }

  it('reading captions 48 times takes one request for visitor data and only the first client', async () => {
    const before = at.fake.requests.length
    const { captions } = at.open()
    const ids = [fakeVideoIds.manual, fakeVideoIds.automatic, fakeVideoIds.german, fakeVideoIds.threeHours]
    const tracks = await Promise.all(Array.from({ length: 48 }, (_, n) => captions.read(ids[n % ids.length]!)))
    expect(new Set(tracks.map(({ provider }) => provider))).toEqual(new Set(['innertube/VISIONOS']))
    const requests = requestsSince(before)
    expect(countOf(requests, 'visitor')).toBe(1)
    expect(countOf(requests, 'player')).toBe(ids.length)
  })

  it('revoked visitor data is replaced, and the same client retries', async () => {
    const { captions, requests } = await warm()
    at.fake.visitors.revoke()
    expect((await captions.read(fakeVideoIds.manual)).provider).toBe('innertube/VISIONOS')
    expect(requests().filter(key => !key.startsWith('timedtext'))).toEqual([
      `player|${fakeVideoIds.manual}|VISIONOS`,
      'visitor|visitor_id',
      `player|${fakeVideoIds.manual}|VISIONOS`,
    ])
  })

  it('four videos refused at the same time share one request for new visitor data', async () => {
    const { captions, requests } = await warm()
    at.fake.visitors.revoke()
    const ids = [fakeVideoIds.manual, fakeVideoIds.german, fakeVideoIds.threeHours, fakeVideoIds.twelveHours]
    await Promise.all(ids.map(id => captions.read(id)))
    expect(countOf(requests(), 'visitor')).toBe(1)
    expect(countOf(requests(), 'player')).toBe(2 * ids.length)
  })

  it('visitor data is replaced when YouTube limits our requests (429)', async () => {
    const { captions, requests } = await warm()
    at.fake.fault('player|*', { kind: 'status', status: 429, times: 1 })
    expect((await captions.read(fakeVideoIds.manual)).provider).toBe('innertube/VISIONOS')
    expect(countOf(requests(), 'visitor')).toBe(1)
  })

  it('the next client is used when YouTube refuses a client twice in a row', async () => {
    const { captions, requests } = await warm()
    at.fake.fault('player|*|VISIONOS', { kind: 'bot_check' })
    expect((await captions.read(fakeVideoIds.manual)).provider).toBe('innertube/ANDROID')
    expect(countOf(requests(), 'visitor')).toBe(1)
    expect(countOf(requests(), `player|${fakeVideoIds.manual}|VISIONOS`)).toBe(2)
  })

  it('visitor data is cached for six hours', async () => {
    let now = Date.now()
    const { captions, requests } = await warm({ clock: { now: () => new Date(now) } })
    now += 6 * HOUR_MS - 1
    await captions.read(fakeVideoIds.manual)
    expect(countOf(requests(), 'visitor')).toBe(0)
    now += 1
    await captions.read(fakeVideoIds.german)
    expect(countOf(requests(), 'visitor')).toBe(1)
  })

  it.each([
    ['is missing', { kind: 'status', status: 404 }],
    ['returns something else', { kind: 'garbage' }],
    ['shows a consent page', { kind: 'consent' }],
  ] as const)('visitor data comes from /sw.js_data when visitor_id %s', async (_, fault) => {
    at.fake.fault('visitor|visitor_id', fault)
    const before = at.fake.requests.length
    expect((await at.open().captions.read(fakeVideoIds.manual)).provider).toBe('innertube/VISIONOS')
    expect(requestsSince(before).slice(0, 2)).toEqual(['visitor|visitor_id', 'visitor|sw.js_data'])
    expect(countOf(requestsSince(before), 'player')).toBe(1)
  })

  it('visitor data comes from a player answer when visitor_id and /sw.js_data both fail', async () => {
    at.fake.fault('visitor|*', { kind: 'status', status: 404 })
    const before = at.fake.requests.length
    const { captions } = at.open()
    expect((await captions.read(fakeVideoIds.manual)).provider).toBe('innertube/VISIONOS')
    expect((await captions.read(fakeVideoIds.german)).provider).toBe('innertube/VISIONOS')
    expect(requestsSince(before).filter(key => !key.startsWith('timedtext'))).toEqual([
      'visitor|visitor_id',
      'visitor|sw.js_data',
      `player|${fakeVideoIds.manual}|VISIONOS`,
      `player|${fakeVideoIds.manual}|VISIONOS`,
      `player|${fakeVideoIds.german}|VISIONOS`,
    ])
  })

  it('visitor data is fetched again a minute after a failed fetch', async () => {
    let now = Date.now()
    const { captions } = at.open({ clock: { now: () => new Date(now) } })
    at.fake.visitors.accept('any')
    at.fake.fault('visitor|*', { kind: 'empty' })
    const before = at.fake.requests.length
    await captions.read(fakeVideoIds.manual)
    now += 59_000
    await captions.read(fakeVideoIds.german)
    expect(countOf(requestsSince(before), 'visitor')).toBe(2)
    now += 1_000
    await captions.read(fakeVideoIds.automatic)
    expect(countOf(requestsSince(before), 'visitor')).toBe(4)
  })

  it('captions are read without visitor data when visitor_id never answers', async () => {
    at.fake.visitors.accept('any')
    at.fake.fault('visitor|*', { kind: 'hang' })
    expect((await at.open().captions.read(fakeVideoIds.manual)).provider).toBe('innertube/VISIONOS')
  })

  it('a cancelled search stops waiting for visitor data', async () => {
    at.fake.fault('visitor|*', { kind: 'hang' })
    const { search } = at.open()
    const stop = new AbortController()
    const searching = search.videos('glider', { signal: stop.signal })
    await expect.poll(() => at.fake.requests.at(-1)).toBe('visitor|visitor_id')
    stop.abort('enough')
    await expect(searching).rejects.toBe('enough')
  })
})
