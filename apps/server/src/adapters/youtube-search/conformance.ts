import { expect, it } from 'vitest'
import type { YoutubeSearch } from '../../ports/youtube-search.ts'
import { type FakeAgainst, talks } from '../youtube/test/against-fake.ts'

const plainBench = 'UCP073R0_x88lMRBc-i9Z1Qg'

/** What every search of YouTube does, asked at the fake. `make` opens it at an address. */
export function searchConformance(at: FakeAgainst, make: (fakeUrl: string) => YoutubeSearch): void {
  it('finds channels, with three pictures over https', async () => {
    const { items } = await make(at.fake.url).channels('salt reason')
    expect(items[0]).toMatchObject({ id: 'UCYIeKfdLB23dvt6-dCFgRrQ', title: 'Salt & Reason' })
    expect(items[0]?.description).toContain('Kitchen chemistry')
    for (const url of Object.values(items[0]!.thumbnails)) expect(url).toMatch(/^https:\/\/yt3\./)
  })

  it('finds videos', async () => {
    const { items } = await make(at.fake.url).videos('bread stale')
    expect(items[0]).toMatchObject({
      id: talks.automatic,
      title: 'Why bread goes stale, and why the fridge makes it worse',
      thumbnails: { high: `https://i.ytimg.com/vi/${talks.automatic}/hqdefault.jpg` },
    })
  })

  it('pages to the end without meeting anything twice', async () => {
    const search = make(at.fake.url)
    const ids: string[] = []
    let continuation: string | undefined
    do {
      const page = await search.videos('the', { continuation })
      expect(page.items.length).toBeGreaterThan(0)
      ids.push(...page.items.map(({ id }) => id))
      continuation = page.continuation
    } while (continuation !== undefined && ids.length < 200)
    expect(ids.length).toBeGreaterThan(20)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('finds nothing where there is nothing', async () => {
    expect(await make(at.fake.url).videos('qqqqzzzz')).toEqual({ items: [] })
    expect(await make(at.fake.url).channels('qqqqzzzz')).toEqual({ items: [] })
  })

  it.each([
    ['an id', plainBench],
    ['a handle', '@PlainBench'],
    ['a link with an id', `https://www.youtube.com/channel/${plainBench}/videos`],
    ['a link with a handle', 'youtube.com/@plainbench?si=abc'],
    ['an old link', 'https://www.youtube.com/user/plainbench'],
  ])('resolves %s to its channel without a search', async (_, query) => {
    const before = at.fake.requests.length
    const { items, continuation } = await make(at.fake.url).channels(query)
    expect(items.map(({ id, title }) => [id, title])).toEqual([[plainBench, 'Plain Bench']])
    expect(continuation).toBeUndefined()
    expect(at.fake.requests.slice(before).filter(key => /search/.test(key))).toEqual([])
  })

  it('resolves a link to its video without a search', async () => {
    const before = at.fake.requests.length
    const { items } = await make(at.fake.url).videos(`https://youtu.be/${talks.manual}?t=60`)
    expect(items.map(({ id }) => id)).toEqual([talks.manual])
    expect(at.fake.requests.slice(before).filter(key => /search/.test(key))).toEqual([])
  })

  it('takes an id of a video for the video', async () => {
    expect((await make(at.fake.url).videos(talks.manual)).items.map(({ id }) => id)).toEqual([talks.manual])
  })

  it('finds no channel behind a handle that nobody has, and no video behind a link that is dead', async () => {
    expect(await make(at.fake.url).channels('@nobody.has.this')).toEqual({ items: [] })
    expect(await make(at.fake.url).videos(`https://youtu.be/${talks.deleted}`)).toEqual({ items: [] })
  })

  it.each([
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 500 }, 'network'],
    [{ kind: 'consent' }, 'consent_page'],
    [{ kind: 'garbage' }, 'parse_changed'],
    [{ kind: 'empty' }, 'parse_changed'],
    [{ kind: 'cut' }, 'network'],
  ] as const)('calls %o %s', async (fault, code) => {
    at.fake.fault('*', fault)
    await expect(make(at.fake.url).channels('salt')).rejects.toMatchObject({ code, retryable: true })
  })

  it('stops when the caller does', async () => {
    at.fake.fault('*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 30)
    await expect(make(at.fake.url).videos('salt', { signal: stop.signal })).rejects.toBe('enough')
  })
}
