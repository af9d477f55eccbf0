import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { describe, expect, it } from 'vitest'
import { plainBench } from '../uploads/conformance.ts'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { captionsConformance } from './conformance.ts'

const text = (body: Uint8Array) => Buffer.from(body).toString('utf8')

describe('captions by InnerTube', () => {
  const at = setUpFakeYoutube()
  captionsConformance(at, baseUrl => at.open({ baseUrl }).captions)

  it.each([
    ['private', fakeVideoIds.private],
    ['live', fakeVideoIds.live],
    ['upcoming', fakeVideoIds.upcoming],
    ['too_long', fakeVideoIds.tooLong],
    ['captions_pending', fakeVideoIds.captionsPending],
    ['age_restricted', fakeVideoIds.ageRestricted],
    ['members_only', fakeVideoIds.membersOnly],
    ['not_found', fakeVideoIds.deleted],
    ['unplayable', fakeVideoIds.unplayable],
  ])('fails to read the captions of an unavailable video with %s', async (code, videoId) => {
    await expect(at.open().captions.read(videoId)).rejects.toMatchObject({ code })
  })

  it('retries the captions of a stream that has just ended every hour for 24 hours', async () => {
    const pending = at.open().captions.read(fakeVideoIds.captionsPending)
    const error = await pending.catch(caught => caught)
    expect(error.retryAt.getTime() - Date.now()).toBeGreaterThan(3_500_000)
    const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) }
    const late = at.open({ clock: tomorrow }).captions.read(fakeVideoIds.captionsPending)
    await expect(late).rejects.toMatchObject({ code: 'no_captions' })
  })

  it('reads captions with the time of each word, but without it for very long videos', async () => {
    const { captions } = at.open()
    expect(text((await captions.read(fakeVideoIds.threeHours)).body)).toMatch(/^\{.*"tOffsetMs"/s)
    const { body } = await captions.read(fakeVideoIds.twelveHours)
    expect(text(body)).toMatch(/^<\?xml.*<transcript><text start=/s)
    expect(body.byteLength).toBeLessThan(MAX_CAPTION_BYTES)
  })

  it('reads captions in the next format when the first is missing or invalid', async () => {
    at.fake.fault('timedtext|*|json3', { kind: 'status', status: 404 })
    expect(text((await at.open().captions.read(fakeVideoIds.automatic)).body)).toContain('<transcript>')
    at.fake.fault('timedtext|*|srv1', { kind: 'garbage' })
    expect(text((await at.open().captions.read(fakeVideoIds.automatic)).body)).toMatch(/^WEBVTT/)
  })

  it('reads captions with the next client when the first gets an empty answer', async () => {
    at.fake.fault('timedtext|*', { kind: 'empty', times: 1 })
    expect(await at.open().captions.read(fakeVideoIds.automatic)).toMatchObject({ provider: 'innertube/ANDROID' })
  })

  it('compares captions that stop in the first half of a video with those of another client', async () => {
    const fullSize = (await at.open().captions.read(fakeVideoIds.manual)).body.byteLength
    at.fake.fault(`timedtext|${fakeVideoIds.manual}|*|json3`, { kind: 'shortened', share: 0.2, times: 1 })
    const read = await at.open().captions.read(fakeVideoIds.manual)
    expect(read).toMatchObject({ provider: 'innertube/ANDROID' })
    expect(read.body.byteLength).toBe(fullSize)
  })

  it('accepts captions that stop in the first half of a video when no other client has more', async () => {
    const fullSize = (await at.open().captions.read(fakeVideoIds.manual)).body.byteLength
    const lift = at.fake.fault(`timedtext|${fakeVideoIds.manual}|*|json3`, { kind: 'shortened', share: 0.2 })
    const short = await at.open().captions.read(fakeVideoIds.manual)
    expect(short).toMatchObject({ provider: 'innertube/VISIONOS' })
    expect(short.body.byteLength).toBeLessThan(fullSize)
    // The same if no other client answers.
    for (const client of ['ANDROID', 'IOS'])
      at.fake.fault(`player|${fakeVideoIds.manual}|${client}`, { kind: 'bot_check' })
    expect(await at.open().captions.read(fakeVideoIds.manual)).toMatchObject({ provider: 'innertube/VISIONOS' })
    lift()
  })

  it('reads the captions of a video for children with the clients that can play it', async () => {
    const [video] = await at.fake.publish({ channelId: plainBench, state: { kind: 'for_kids' } })
    expect(await at.open().captions.read(video!.id)).toMatchObject({ provider: 'innertube/ANDROID' })
    const lift = at.fake.fault(`player|${video!.id}|ANDROID`, { kind: 'bot_check' })
    expect(await at.open().captions.read(video!.id)).toMatchObject({ provider: 'innertube/IOS' })
    lift()
    // VISIONOS is the only client that reports the video as unplayable, which is not enough.
    at.fake.fault(`player|${video!.id}|*`, { kind: 'bot_check', unless: { header: 'user-agent', has: 'Vision' } })
    const refused = at.open().captions.read(video!.id)
    await expect(refused).rejects.toMatchObject({ code: 'bot_check', retryable: true })
  })

  it.each([
    ['every request', '*'],
    ['the request for the track', 'timedtext|*'],
  ])('fails to read captions within the deadline when %s hangs', async (_, key) => {
    at.fake.fault(key, { kind: 'hang' })
    const { captions } = at.open({ deadlineMs: 1_000 })
    const startedAt = performance.now()
    await expect(captions.read(fakeVideoIds.automatic)).rejects.toMatchObject({ code: 'network', retryable: true })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
