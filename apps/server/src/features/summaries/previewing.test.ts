import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { readableSummary, refusal, untilState } from '../../../test/waiting.ts'

describe('how long a summary will take, before it is asked for,', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const { db } = test.server.services.database

  it('is what the last three or more of about its length took on this machine', async () => {
    const { client } = await test.newUser()
    const estimate = async () => {
      const { estimateSeconds, known } = await client.summaries.preview({ body: { urlOrId: 'vIafLRfE1cI' } })
      expect(known).toBe(false)
      return estimateSeconds
    }
    expect(await estimate()).toBe(3)

    const { duration_ms } = await db
      .selectFrom('videos')
      .select('duration_ms')
      .where('video_id', '=', 'vIafLRfE1cI')
      .executeTakeFirstOrThrow()
    const take = async (video: string, summaryMs: number, durationMs: number) => {
      await readableSummary(client, video)
      const step_times = JSON.stringify({ captionsMs: 500, summaryMs })
      await db.updateTable('recaps').set({ step_times }).where('video_id', '=', video).execute()
      await db.updateTable('videos').set({ duration_ms: durationMs }).where('video_id', '=', video).execute()
    }
    await take('Sli7FA6EbqI', 8_000, duration_ms! * 0.6)
    await take('kdDFSBxHX2o', 90_000, duration_ms! * 1.9)
    await take('xxM5UYAr6qo', 90_000, duration_ms! * 2.1)
    expect(await estimate()).toBe(3)
    await take('MN2k3lWhUt8', 7_000, duration_ms!)
    expect(await estimate()).toBe(9)
  })
})

describe('what is known of a video', async () => {
  const test = await useServer({ ports: { speech: silence } })

  it('tells which captions its summary was made from', async () => {
    const { client } = await test.newUser()
    const captionsOf = async (video: string) => {
      await readableSummary(client, video)
      const { captions, captionLanguage, known } = await client.summaries.preview({ body: { urlOrId: video } })
      return { captions, captionLanguage, known }
    }
    expect(await captionsOf('xxM5UYAr6qo')).toEqual({ captions: 'manual', captionLanguage: 'en', known: true })
    expect(await captionsOf('WL5NPuWAKJo')).toEqual({ captions: 'auto', captionLanguage: 'en', known: true })
  })

  it('is told of the length that is looked at, which is that of the settings unless another is named', async () => {
    const { client } = await test.newUser()
    const urlOrId = 'kdDFSBxHX2o'
    const { id } = await readableSummary(client, urlOrId)
    const look = async (preset?: 'short' | 'standard' | 'long') => {
      const { known, existing, ...seen } = await client.summaries.preview({ body: { urlOrId, preset } })
      return { known, preset: seen.preset, existing: existing.map(({ id, preset, focus }) => ({ id, preset, focus })) }
    }
    const standard = { id, preset: 'standard', focus: null }
    expect(await look()).toEqual({ known: true, preset: 'standard', existing: [standard] })
    expect(await look('short')).toEqual({ known: false, preset: 'short', existing: [standard] })

    const short = await client.summaries.request({ body: { urlOrId, type: 'youtube', preset: 'short' } })
    expect(short).toMatchObject({ preset: 'short' })
    await untilState(client, short.id, 'readable', 'ready')
    const focus = 'what it costs'
    const focused = await client.summaries.request({ body: { urlOrId, type: 'youtube', preset: 'short', focus } })
    const existing = [
      { id: focused.id, preset: 'short', focus },
      { id: short.id, preset: 'short', focus: null },
      standard,
    ]
    expect(await look('short')).toEqual({ known: true, preset: 'short', existing })
    expect(await look('standard')).toMatchObject({ existing })
    await client.users.changeSettings({ body: { defaultPreset: 'short' } })
    expect(await look()).toMatchObject({ preset: 'short', existing })
    await expect(
      refusal(client.summaries.preview({ body: { urlOrId, preset: 'huge' as never } })),
    ).resolves.toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('keeps the stored details for a user with a summary when YouTube returns only the title', async () => {
    const video = 'MN2k3lWhUt8'
    const [user, other] = [await test.newUser(), await test.newUser()]
    const { id, videoInfo } = await readableSummary(user.client, video)
    expect(videoInfo).toMatchObject({ duration: expect.any(String), channelId: expect.any(String) })
    const facts = () =>
      test.server.services.database.db
        .selectFrom('videos')
        .select(['chapters', 'is_public'])
        .where('video_id', '=', video)
        .executeTakeFirstOrThrow()
    const known = await facts()
    expect(known.chapters.length).toBeGreaterThan(2)

    test.clock.advance(25 * 3600_000)
    const lift = test.fake.fault('player|*', { kind: 'captcha' })
    const preview = ({ client }: TestUser) => client.summaries.preview({ body: { urlOrId: video } })
    // A user without a summary does not see what is stored for others.
    const { title } = videoInfo
    expect(await preview(other)).toMatchObject({
      captions: 'unknown',
      videoInfo: { title, duration: null, channelId: null },
    })
    expect(await preview(user)).toMatchObject({ captions: 'unknown', videoInfo })
    lift()
    expect((await user.client.summaries.detail({ params: { id } })).videoInfo).toEqual(videoInfo)
    expect(await facts()).toEqual(known)
  })
})
