import { describe, expect, it } from 'vitest'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { searchConformance } from './conformance.ts'

describe('search by InnerTube', () => {
  const at = setUpFakeYoutube()
  searchConformance(at, baseUrl => at.open({ baseUrl }).search)

  it('finds the channel of a video when the video link is searched among channels', async () => {
    const { items } = await at.open().search.channels(`https://www.youtube.com/watch?v=${fakeVideoIds.manual}`)
    expect(items.map(({ title }) => title)).toEqual(['Plain Bench'])
  })

  it('returns approximate subscriber counts for search results and channel links', async () => {
    const { search } = at.open()
    const found = (await search.channels('salt reason')).items[0]!
    expect([found.title, found.subscribers]).toEqual(['Salt & Reason', 397_000])
    expect((await search.channels('@plainbench')).items[0]!.subscribers).toBe(1_280_000)
  })

  it('shows a channel under its handle when its page is unavailable', async () => {
    at.fake.fault('browse|*', { kind: 'captcha' })
    const { items } = await at.open().search.channels('@plainbench')
    expect(items).toMatchObject([{ id: 'UCP073R0_x88lMRBc-i9Z1Qg', title: '@plainbench', subscribers: null }])
    await expect(at.open().search.channels('UCP073R0_x88lMRBc-i9Z1Qg')).rejects.toMatchObject({ code: 'ip_blocked' })
  })

  it('caches search results for five minutes', async () => {
    let nowMs = Date.now()
    const { search } = at.open({ clock: { now: () => new Date(nowMs) } })
    const before = at.fake.requests.length
    const searches = () => at.fake.requests.slice(before).filter(key => key.startsWith('search|')).length
    const first = await search.videos('kettle')
    expect(await search.videos(' kettle ')).toEqual(first)
    expect(searches()).toBe(1)
    nowMs += 300_001
    await search.videos('kettle')
    expect(searches()).toBe(2)
  })

  it('falls back to the Data API for a search, and for its next page', async () => {
    at.fake.fault('search|*', { kind: 'captcha', times: 1 })
    const { search } = at.open({ dataApi: { key: 'a-key' } })
    const first = await search.videos('the')
    expect(first.continuation).toMatch(/^dataApi:/)
    const second = await search.videos('the', { continuation: first.continuation })
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id)
    expect(at.fake.requests.at(-1)).toMatch(/^data\|search/)
  })

  it('returns no results for a continuation of an unknown provider', async () => {
    expect(await at.open().search.videos('the', { continuation: 'else:abc' })).toEqual({ items: [] })
  })
})
