import { describe, expect, it } from 'vitest'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'

describe('the chain of video details', () => {
  const at = setUpFakeYoutube()
  const refuseInnertube = () => at.fake.fault('player|*', { kind: 'captcha' })

  it('falls back to the Data API for video details if there is an API key', async () => {
    refuseInnertube()
    const { videos } = at.open({ dataApi: { key: 'a-key' } })
    expect(await videos.find(fakeVideoIds.manual)).toMatchObject({ durationMs: 871_000, captionLanguages: null })
  })

  it('falls back to the bare title of a video if there is no API key', async () => {
    refuseInnertube()
    expect(await at.open().videos.find(fakeVideoIds.manual)).toMatchObject({ durationMs: null, channel: 'Plain Bench' })
  })

  it('reports the failure of InnerTube when no provider finds the video', async () => {
    refuseInnertube()
    at.fake.fault('oembed|*', { kind: 'status', status: 500 })
    await expect(at.open().videos.find(fakeVideoIds.manual)).rejects.toMatchObject({ code: 'ip_blocked' })
  })

  it('queries no further provider when a video is private', async () => {
    const before = at.fake.requests.length
    await expect(at.open().videos.find(fakeVideoIds.private)).rejects.toMatchObject({ code: 'private' })
    expect(at.fake.requests.slice(before)).toEqual(['visitor|visitor_id', `player|${fakeVideoIds.private}|VISIONOS`])
  })

  it('uses one player request for the details and the captions of a video', async () => {
    const { videos, captions } = at.open()
    const before = at.fake.requests.length
    const [first, second] = await Promise.all([
      videos.find(fakeVideoIds.automatic),
      videos.find(fakeVideoIds.automatic),
    ])
    expect(first).toEqual(second)
    await captions.read(fakeVideoIds.automatic)
    expect(at.fake.requests.slice(before).map(key => key.split('|')[0])).toEqual(['visitor', 'player', 'timedtext'])
  })

  it('does not affect other callers when one aborts finding a video', async () => {
    at.fake.fault('player|*', { kind: 'delay', ms: 100 })
    const { videos } = at.open()
    const stop = new AbortController()
    const stopped = videos.find(fakeVideoIds.automatic, { signal: stop.signal })
    const other = videos.find(fakeVideoIds.automatic)
    stop.abort('enough')
    await expect(stopped).rejects.toBe('enough')
    expect((await other).videoId).toBe(fakeVideoIds.automatic)
  })

  it('fails within the deadline when every provider hangs, and returns the title when only InnerTube hangs', async () => {
    at.fake.fault('player|*', { kind: 'hang' })
    expect(await at.open({ deadlineMs: 1_000 }).videos.find(fakeVideoIds.manual)).toMatchObject({ durationMs: null })
    at.fake.fault('*', { kind: 'hang' })
    const startedAt = performance.now()
    const hung = at.open({ deadlineMs: 1_000 }).videos.find(fakeVideoIds.manual)
    await expect(hung).rejects.toMatchObject({ code: 'network', retryable: true })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('reports the health of every provider that was queried for a video', async () => {
    refuseInnertube()
    const { videos, health } = at.open()
    await videos.find(fakeVideoIds.manual)
    expect(health.snapshot()).toMatchObject([
      { provider: 'innertube/VISIONOS', failedInRow: 1, lastCode: 'ip_blocked' },
      { provider: 'innertube/ANDROID', failedInRow: 1, lastCode: 'ip_blocked' },
      { provider: 'innertube/IOS', failedInRow: 1, lastCode: 'ip_blocked' },
      { provider: 'oembed', failedInRow: 0 },
    ])
  })
})
