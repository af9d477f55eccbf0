import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { describe, expect, it } from 'vitest'
import { plainBench } from '../uploads/conformance.ts'
import { againstFake, talks } from '../youtube/test/against-fake.ts'
import { captionsConformance } from './conformance.ts'

const text = (body: Uint8Array) => Buffer.from(body).toString('utf8')

describe('captions by InnerTube', () => {
  const at = againstFake()
  captionsConformance(at, baseUrl => at.open({ baseUrl }).captions)

  it.each([
    ['private', talks.private],
    ['live', talks.live],
    ['upcoming', talks.upcoming],
    ['too_long', talks.tooLong],
    ['captions_pending', talks.captionsPending],
    ['age_restricted', talks.ageRestricted],
    ['members_only', talks.membersOnly],
    ['not_found', talks.deleted],
    ['unplayable', talks.unplayable],
  ])('are not there when a video is %s', async (code, videoId) => {
    await expect(at.open().captions.read(videoId)).rejects.toMatchObject({ code })
  })

  it('of a stream that has just ended are waited for, an hour at a time and 24 h long', async () => {
    const awaited = at.open().captions.read(talks.captionsPending)
    const error = await awaited.catch(caught => caught)
    expect(error.retryAt.getTime() - Date.now()).toBeGreaterThan(3_500_000)
    const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) }
    const late = at.open({ clock: tomorrow }).captions.read(talks.captionsPending)
    await expect(late).rejects.toMatchObject({ code: 'no_captions' })
  })

  it('come with the time of each word, and without it where that would be too much to carry', async () => {
    const { captions } = at.open()
    expect(text((await captions.read(talks.threeHours)).body)).toMatch(/^\{.*"tOffsetMs"/s)
    const { body } = await captions.read(talks.twelveHours)
    expect(text(body)).toMatch(/^<\?xml.*<transcript><text start=/s)
    expect(body.byteLength).toBeLessThan(MAX_CAPTION_BYTES)
  })

  it('come in the next form when the first is not there, or not captions', async () => {
    at.fake.fault('timedtext|*|json3', { kind: 'status', status: 404 })
    expect(text((await at.open().captions.read(talks.automatic)).body)).toContain('<transcript>')
    at.fake.fault('timedtext|*|srv1', { kind: 'garbage' })
    expect(text((await at.open().captions.read(talks.automatic)).body)).toMatch(/^WEBVTT/)
  })

  it('come by the next client when the first is given nothing', async () => {
    at.fake.fault('timedtext|*', { kind: 'empty', times: 1 })
    expect(await at.open().captions.read(talks.automatic)).toMatchObject({ provider: 'innertube/ANDROID' })
  })

  it('that stop in the first half are compared with those of another client', async () => {
    const whole = (await at.open().captions.read(talks.manual)).body.byteLength
    at.fake.fault(`timedtext|${talks.manual}|*|json3`, { kind: 'shortened', share: 0.2, times: 1 })
    const read = await at.open().captions.read(talks.manual)
    expect(read).toMatchObject({ provider: 'innertube/ANDROID' })
    expect(read.body.byteLength).toBe(whole)
  })

  it('that stop in the first half are read as they are where no client has more', async () => {
    const whole = (await at.open().captions.read(talks.manual)).body.byteLength
    const lift = at.fake.fault(`timedtext|${talks.manual}|*|json3`, { kind: 'shortened', share: 0.2 })
    const short = await at.open().captions.read(talks.manual)
    expect(short).toMatchObject({ provider: 'innertube/VISIONOS' })
    expect(short.body.byteLength).toBeLessThan(whole)
    // Nor where nobody else answers.
    for (const client of ['ANDROID', 'IOS']) at.fake.fault(`player|${talks.manual}|${client}`, { kind: 'bot_check' })
    expect(await at.open().captions.read(talks.manual)).toMatchObject({ provider: 'innertube/VISIONOS' })
    lift()
  })

  it('of a video that is made for children come by the clients that show it', async () => {
    const [video] = await at.fake.publish({ channelId: plainBench, state: { kind: 'for_kids' } })
    expect(await at.open().captions.read(video!.id)).toMatchObject({ provider: 'innertube/ANDROID' })
    const lift = at.fake.fault(`player|${video!.id}|ANDROID`, { kind: 'bot_check' })
    expect(await at.open().captions.read(video!.id)).toMatchObject({ provider: 'innertube/IOS' })
    lift()
    // VISIONOS alone is not believed that it does not play.
    at.fake.fault(`player|${video!.id}|*`, { kind: 'bot_check', unless: { header: 'user-agent', has: 'Vision' } })
    const refused = at.open().captions.read(video!.id)
    await expect(refused).rejects.toMatchObject({ code: 'bot_check', retryable: true })
  })

  it.each([
    ['everything', '*'],
    ['the track', 'timedtext|*'],
  ])('end within their deadline when %s hangs', async (_, key) => {
    at.fake.fault(key, { kind: 'hang' })
    const { captions } = at.open({ deadlineMs: 1_000 })
    const startedAt = performance.now()
    await expect(captions.read(talks.automatic)).rejects.toMatchObject({ code: 'network', retryable: true })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
