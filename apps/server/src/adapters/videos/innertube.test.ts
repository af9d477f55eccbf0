import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { createAttempts } from '../youtube/attempts.ts'
import { clientIdentities } from '../youtube/client-identities.ts'
import { defaultClients } from '../youtube/clients.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { healthRegister } from '../youtube/health.ts'
import { createPlayerFetcher } from '../youtube/player.ts'
import { innertubeSession } from '../youtube/session.ts'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { videosConformance } from './conformance.ts'
import { innertubeVideos } from './innertube.ts'

const clock = systemClock

const open = (baseUrl: string, clients = defaultClients) => {
  const attempts = createAttempts({ clients, routes: youtubeRoutes({ baseUrl }), health: healthRegister({ clock }) })
  return innertubeVideos({
    attempts,
    player: createPlayerFetcher({ session: innertubeSession({ clock, identities: clientIdentities() }), clock }),
  })
}

describe('videos by InnerTube', () => {
  const at = setUpFakeYoutube()
  videosConformance(at, url => open(url), [
    'private',
    'age_restricted',
    'live',
    'upcoming',
    'too_long',
    'members_only',
    'premium_only',
    'region_blocked',
    'unplayable',
  ])

  it('returns all video details of the player response', async () => {
    expect(await open(at.fake.url).find(fakeVideoIds.manual)).toMatchObject({
      channelId: 'UCP073R0_x88lMRBc-i9Z1Qg',
      durationMs: 871_000,
      isPublic: true,
      captionLanguages: expect.arrayContaining([{ language: 'en', kind: 'manual' }]),
      chapters: expect.arrayContaining([expect.objectContaining({ startMs: 0 })]),
    })
  })

  it('queries the next client for video details when the first is refused', async () => {
    at.fake.fault('player|*|VISIONOS', { kind: 'status', status: 403 })
    expect((await open(at.fake.url).find(fakeVideoIds.manual)).videoId).toBe(fakeVideoIds.manual)
  })

  it('sets the retry time of an upcoming stream to its start', async () => {
    const error = await open(at.fake.url)
      .find(fakeVideoIds.upcoming)
      .catch(caught => caught)
    expect(error.retryAt.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
  })
})
