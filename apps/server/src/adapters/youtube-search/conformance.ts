import { expect, it } from 'vitest'
import type { YoutubeSearch } from '../../ports/youtube-search.ts'
import { type FakeYoutubeSetup, fakeVideoIds } from '../youtube/test/set-up-fake-youtube.ts'

const plainBench = 'UCP073R0_x88lMRBc-i9Z1Qg'

/** Contract tests for all YouTube search adapters. `make` opens the adapter with the URL of the fake. */
export function searchConformance(at: FakeYoutubeSetup, make: (fakeUrl: string) => YoutubeSearch): void {
  it('finds channels with three thumbnails over https', async () => {
    const { items } = await make(at.fake.url).channels('salt reason')
    expect(items[0]).toMatchObject({ id: 'UCYIeKfdLB23dvt6-dCFgRrQ', title: 'Salt & Reason' })
    expect(items[0]?.description).toContain('Kitchen chemistry')
    for (const url of Object.values(items[0]!.thumbnails)) expect(url).toMatch(/^https:\/\/yt3\./)
  })

  it('finds videos by words of their titles', async () => {
    const { items } = await make(at.fake.url).videos('bread stale')
    expect(items[0]).toMatchObject({
      id: fakeVideoIds.automatic,
      title: 'Why bread goes stale, and why the fridge makes it worse',
      thumbnails: { high: `https://i.ytimg.com/vi/${fakeVideoIds.automatic}/hqdefault.jpg` },
    })
  })

  it('pages through search results to the end without duplicates', async () => {
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

  it('returns no results for a search without matches', async () => {
    expect(await make(at.fake.url).videos('qqqqzzzz')).toEqual({ items: [] })
    expect(await make(at.fake.url).channels('qqqqzzzz')).toEqual({ items: [] })
  })

  it.each([
    ['a channel id', plainBench],
    ['a handle', '@PlainBench'],
    ['a link with a channel id', `https://www.youtube.com/channel/${plainBench}/videos`],
    ['a link with a handle', 'youtube.com/@plainbench?si=abc'],
    ['a legacy link', 'https://www.youtube.com/user/plainbench'],
  ])('resolves %s to its channel without a search', async (_, query) => {
    const before = at.fake.requests.length
    const { items, continuation } = await make(at.fake.url).channels(query)
    expect(items.map(({ id, title }) => [id, title])).toEqual([[plainBench, 'Plain Bench']])
    expect(continuation).toBeUndefined()
    expect(at.fake.requests.slice(before).filter(key => /search/.test(key))).toEqual([])
  })

  it('resolves a video link to its video without a search', async () => {
    const before = at.fake.requests.length
    const { items } = await make(at.fake.url).videos(`https://youtu.be/${fakeVideoIds.manual}?t=60`)
    expect(items.map(({ id }) => id)).toEqual([fakeVideoIds.manual])
    expect(at.fake.requests.slice(before).filter(key => /search/.test(key))).toEqual([])
  })

  it('returns only the video whose id is searched for', async () => {
    expect((await make(at.fake.url).videos(fakeVideoIds.manual)).items.map(({ id }) => id)).toEqual([
      fakeVideoIds.manual,
    ])
  })

  it('finds no channel for an unknown handle and no video for a dead link', async () => {
    expect(await make(at.fake.url).channels('@nobody.has.this')).toEqual({ items: [] })
    expect(await make(at.fake.url).videos(`https://youtu.be/${fakeVideoIds.deleted}`)).toEqual({ items: [] })
  })

  it.each([
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 500 }, 'network'],
    [{ kind: 'consent' }, 'consent_page'],
    [{ kind: 'garbage' }, 'parse_changed'],
    [{ kind: 'empty' }, 'parse_changed'],
    [{ kind: 'cut' }, 'network'],
  ] as const)('maps the YouTube answer %o to a retryable %s when searching', async (fault, code) => {
    at.fake.fault('*', fault)
    await expect(make(at.fake.url).channels('salt')).rejects.toMatchObject({ code, retryable: true })
  })

  it('stops a search when the caller aborts', async () => {
    at.fake.fault('*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 30)
    await expect(make(at.fake.url).videos('salt', { signal: stop.signal })).rejects.toBe('enough')
  })
}
