import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { createDataApiQuery } from '../youtube/data-api.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { searchConformance } from './conformance.ts'
import { dataApiSearch } from './data-api.ts'

const open = (baseUrl: string) =>
  dataApiSearch(createDataApiQuery({ key: 'a-key', route: youtubeRoutes({ baseUrl })[0]!, clock: systemClock }))

describe('search by the Data API', () => {
  const at = setUpFakeYoutube()
  searchConformance(at, open)

  it('decodes the HTML entities in titles from the Data API', async () => {
    const { items } = await open(at.fake.url).channels('salt')
    expect(items.map(({ title }) => title)).toContain('Salt & Reason')
  })

  it('returns the subscriber count of a channel link, but null in search results, where it would cost another call', async () => {
    const search = open(at.fake.url)
    expect((await search.channels('@plainbench')).items[0]!.subscribers).toBe(1_284_000)
    const before = at.fake.requests.length
    const { items } = await search.channels('salt')
    expect(items.map(({ subscribers }) => subscribers)).toEqual(items.map(() => null))
    expect(at.fake.requests.length - before).toBe(1)
  })

  it('reports an exhausted daily quota of the Data API as rate_limited', async () => {
    const body = { error: { code: 403, errors: [{ reason: 'quotaExceeded', domain: 'youtube.quota' }] } }
    const answer = { status: 403, headers: new Headers(), body: Buffer.from(JSON.stringify(body)) }
    const fetch = async () => answer
    const route = { name: 'direct', fetch, fetchAudio: fetch }
    const search = dataApiSearch(createDataApiQuery({ key: 'a-key', route, clock: systemClock }))
    await expect(search.videos('bread')).rejects.toMatchObject({ code: 'rate_limited', retryable: true })
  })
})
