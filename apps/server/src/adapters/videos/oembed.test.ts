import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { videosConformance } from './conformance.ts'
import { oembedVideos } from './oembed.ts'

const open = (baseUrl: string) => oembedVideos({ route: youtubeRoutes({ baseUrl })[0]!, clock: systemClock })

describe('videos by oEmbed', () => {
  const at = setUpFakeYoutube()
  videosConformance(at, open, [])

  it('returns null from oEmbed for everything but title and channel', async () => {
    expect(await open(at.fake.url).find(fakeVideoIds.manual)).toMatchObject({
      durationMs: null,
      isPublic: null,
      captionLanguages: null,
    })
  })
})
