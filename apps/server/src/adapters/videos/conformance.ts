import { failure } from '@recaps/contract/failures'
import { expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import type { Videos } from '../../ports/videos.ts'
import { type FakeYoutubeSetup, fakeVideoIds } from '../youtube/test/set-up-fake-youtube.ts'

const states = {
  private: fakeVideoIds.private,
  age_restricted: fakeVideoIds.ageRestricted,
  live: fakeVideoIds.live,
  upcoming: fakeVideoIds.upcoming,
  too_long: fakeVideoIds.tooLong,
  members_only: fakeVideoIds.membersOnly,
  premium_only: fakeVideoIds.premiumOnly,
  region_blocked: fakeVideoIds.regionBlocked,
  unplayable: fakeVideoIds.unplayable,
} as const

/**
 * Contract tests for all adapters that find videos. `make` opens the adapter with the URL of the fake; `detectable` lists the
 * states that it can distinguish from a playable video.
 */
export function videosConformance(
  at: FakeYoutubeSetup,
  make: (fakeUrl: string) => Videos,
  detectable: readonly (keyof typeof states)[],
): void {
  it('returns id, title and channel of a video', async () => {
    expect(await make(at.fake.url).find(fakeVideoIds.manual)).toMatchObject({
      videoId: fakeVideoIds.manual,
      title: 'The pendulum on the eighty-eighth floor: why towers carry a 660-tonne ball',
      channel: 'Plain Bench',
    })
  })

  it('reports a deleted video as not_found', async () => {
    await expect(make(at.fake.url).find(fakeVideoIds.deleted)).rejects.toMatchObject({
      code: 'not_found',
      retryable: false,
    })
  })

  it.each(detectable)('reports the video state %s', async state => {
    const error = await make(at.fake.url)
      .find(states[state])
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ code: state, retryable: failure(state).kind !== 'permanent' })
  })

  it.each([
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 500 }, 'network'],
    [{ kind: 'captcha' }, 'ip_blocked'],
    [{ kind: 'consent' }, 'consent_page'],
    [{ kind: 'garbage' }, 'parse_changed'],
    [{ kind: 'empty' }, 'parse_changed'],
    [{ kind: 'cut' }, 'network'],
  ] as const)('maps the YouTube answer %o to a retryable %s when finding a video', async (fault, code) => {
    at.fake.fault('*', fault)
    await expect(make(at.fake.url).find(fakeVideoIds.manual)).rejects.toMatchObject({ code, retryable: true })
  })

  it('reports a network failure when nothing listens at the URL for video details', async () => {
    await expect(make('http://127.0.0.1:1').find(fakeVideoIds.manual)).rejects.toMatchObject({ code: 'network' })
  })

  it('stops finding a video when the caller aborts', async () => {
    at.fake.fault('*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 30)
    await expect(make(at.fake.url).find(fakeVideoIds.manual, { signal: stop.signal })).rejects.toBe('enough')
  })
}
