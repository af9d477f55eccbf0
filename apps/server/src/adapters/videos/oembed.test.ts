import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { againstFake, talks } from '../youtube/test/against-fake.ts'
import { videosConformance } from './conformance.ts'
import { oembedVideos } from './oembed.ts'

const open = (baseUrl: string) => oembedVideos({ route: youtubeRoutes({ baseUrl })[0]!, clock: systemClock })

describe('videos by oEmbed', () => {
  const at = againstFake()
  videosConformance(at, open, [])

  it('returns null from oEmbed for everything but title and channel', async () => {
    expect(await open(at.fake.url).find(talks.manual)).toMatchObject({
      durationMs: null,
      isPublic: null,
      captionLanguages: null,
    })
  })
})
