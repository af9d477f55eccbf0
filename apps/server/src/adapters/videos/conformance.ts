import { failure } from '@recaps/contract/failures'
import { expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import type { Videos } from '../../ports/videos.ts'
import { type FakeAgainst, talks } from '../youtube/test/against-fake.ts'

const states = {
  private: talks.private,
  age_restricted: talks.ageRestricted,
  live: talks.live,
  upcoming: talks.upcoming,
  too_long: talks.tooLong,
  members_only: talks.membersOnly,
  premium_only: talks.premiumOnly,
  region_blocked: talks.regionBlocked,
  unplayable: talks.unplayable,
} as const

/**
 * What every source of video details does, asked at the fake. `make` opens it at an address; `tells` are the states that
 * it can tell from a playable video.
 */
export function videosConformance(
  at: FakeAgainst,
  make: (fakeUrl: string) => Videos,
  tells: readonly (keyof typeof states)[],
): void {
  it('tells id, title and channel of a video', async () => {
    expect(await make(at.fake.url).find(talks.manual)).toMatchObject({
      videoId: talks.manual,
      title: 'The pendulum on the eighty-eighth floor: why towers carry a 660-tonne ball',
      channel: 'Plain Bench',
    })
  })

  it('says that a deleted video is not found', async () => {
    await expect(make(at.fake.url).find(talks.deleted)).rejects.toMatchObject({ code: 'not_found', retryable: false })
  })

  it.each(tells)('says that a video is %s', async state => {
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
  ] as const)('calls %o %s, and says that a retry may help', async (fault, code) => {
    at.fake.fault('*', fault)
    await expect(make(at.fake.url).find(talks.manual)).rejects.toMatchObject({ code, retryable: true })
  })

  it('says that nobody is there when nobody is', async () => {
    await expect(make('http://127.0.0.1:1').find(talks.manual)).rejects.toMatchObject({ code: 'network' })
  })

  it('stops when the caller does', async () => {
    at.fake.fault('*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 30)
    await expect(make(at.fake.url).find(talks.manual, { signal: stop.signal })).rejects.toBe('enough')
  })
}
