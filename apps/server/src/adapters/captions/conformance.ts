import { expect, it } from 'vitest'
import type { Captions } from '../../ports/captions.ts'
import { type FakeYoutubeSetup, fakeVideoIds } from '../youtube/test/set-up-fake-youtube.ts'
import { looksLikeCaptions } from './sniff.ts'

/** Contract tests for all captions adapters. `make` opens the adapter with the URL of the fake. */
export function captionsConformance(at: FakeYoutubeSetup, make: (fakeUrl: string) => Captions): void {
  it.each([
    ['manual English captions before all others', fakeVideoIds.manual, 'manual', 'en'],
    ['automatic English captions if there are no manual ones', fakeVideoIds.automatic, 'auto', 'en'],
    ['captions in the original language if there are none in English', fakeVideoIds.german, 'auto', 'de'],
  ])('reads %s', async (_, videoId, kind, language) => {
    const track = await make(at.fake.url).read(videoId)
    expect(track).toMatchObject({ kind, language })
    expect(looksLikeCaptions(track.body)).toBe(true)
  })

  it('reports a video without captions as no_captions', async () => {
    const read = make(at.fake.url).read(fakeVideoIds.noCaptions)
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
  ] as const)('reports %o in place of a caption track as %s, never as no_captions', async (fault, code) => {
    at.fake.fault('timedtext|*', fault)
    await expect(make(at.fake.url).read(fakeVideoIds.automatic)).rejects.toMatchObject({ code, retryable: true })
  })

  it('stops reading captions when the caller aborts', async () => {
    at.fake.fault('timedtext|*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 300)
    await expect(make(at.fake.url).read(fakeVideoIds.automatic, { signal: stop.signal })).rejects.toBe('enough')
  })
}
