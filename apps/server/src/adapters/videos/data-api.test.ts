import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { createDataApiQuery } from '../youtube/data-api.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { videosConformance } from './conformance.ts'
import { dataApiVideos } from './data-api.ts'

const clock = systemClock

const open = (baseUrl: string) =>
  dataApiVideos({ query: createDataApiQuery({ key: 'a-key', route: youtubeRoutes({ baseUrl })[0]!, clock }), clock })

describe('videos by the Data API', () => {
  const at = setUpFakeYoutube()
  videosConformance(at, open, ['age_restricted', 'live', 'upcoming', 'too_long'])

  it('returns everything but the caption languages from the Data API', async () => {
    expect(await open(at.fake.url).find(fakeVideoIds.manual)).toMatchObject({
      durationMs: 871_000,
      isPublic: true,
      publishedAt: expect.any(Date),
      captionLanguages: null,
    })
  })

  it('keeps the Data API key out of URLs', async () => {
    await open(at.fake.url).find(fakeVideoIds.manual)
    expect(at.fake.requests.filter(key => key.includes('a-key'))).toEqual([])
  })

  it('reports private videos as not_found, because the Data API leaves them out', async () => {
    await expect(open(at.fake.url).find(fakeVideoIds.private)).rejects.toMatchObject({ code: 'not_found' })
  })
})
