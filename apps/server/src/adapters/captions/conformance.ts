import { expect, it } from 'vitest'
import type { Captions } from '../../ports/captions.ts'
import { type FakeAgainst, talks } from '../youtube/test/against-fake.ts'
import { looksLikeCaptions } from './sniff.ts'

/** What every source of captions does, asked at the fake. `make` opens it at an address. */
export function captionsConformance(at: FakeAgainst, make: (fakeUrl: string) => Captions): void {
  it.each([
    ['English written by hand before everything else', talks.manual, 'manual', 'en'],
    ['English by the recogniser where nobody wrote', talks.automatic, 'auto', 'en'],
    ['the original language where there is no English', talks.german, 'auto', 'de'],
  ])('reads %s', async (_, videoId, kind, language) => {
    const track = await make(at.fake.url).read(videoId)
    expect(track).toMatchObject({ kind, language })
    expect(looksLikeCaptions(track.body)).toBe(true)
  })

  it('says that a video has no captions', async () => {
    const read = make(at.fake.url).read(talks.noCaptions)
    await expect(read).rejects.toMatchObject({ code: 'no_captions', retryable: false })
  })

  it.each([
    [{ kind: 'empty' }, 'po_token_required'],
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 503 }, 'network'],
    [{ kind: 'captcha' }, 'ip_blocked'],
    [{ kind: 'consent' }, 'consent_page'],
    [{ kind: 'garbage' }, 'parse_changed'],
    [{ kind: 'cut' }, 'network'],
  ] as const)('calls %o in place of the track %s, never “no captions”', async (fault, code) => {
    at.fake.fault('timedtext|*', fault)
    await expect(make(at.fake.url).read(talks.automatic)).rejects.toMatchObject({ code, retryable: true })
  })

  it('stops when the caller does', async () => {
    at.fake.fault('timedtext|*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 300)
    await expect(make(at.fake.url).read(talks.automatic, { signal: stop.signal })).rejects.toBe('enough')
  })
}
