import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { readableSummary, refusal, untilState } from '../../../test/wait-for.ts'

describe('estimates in previews', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const { db } = test.server.services.database

  it('estimates the duration from at least three recent videos of similar length', async () => {
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
    const recordTimes = async (video: string, summaryMs: number, durationMs: number) => {
      await readableSummary(client, video)
      const step_times = JSON.stringify({ captionsMs: 500, summaryMs })
      await db.updateTable('recaps').set({ step_times }).where('video_id', '=', video).execute()
      await db.updateTable('videos').set({ duration_ms: durationMs }).where('video_id', '=', video).execute()
    }
    await recordTimes('Sli7FA6EbqI', 8_000, duration_ms! * 0.6)
    await recordTimes('kdDFSBxHX2o', 90_000, duration_ms! * 1.9)
    await recordTimes('xxM5UYAr6qo', 90_000, duration_ms! * 2.1)
    expect(await estimate()).toBe(3)
    await recordTimes('MN2k3lWhUt8', 7_000, duration_ms!)
    expect(await estimate()).toBe(9)
  })
})

describe('previews of known videos', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })

  it('previews the captions that an existing summary was made from', async () => {
    const { client } = await test.newUser()
    const captionsOf = async (video: string) => {
      await readableSummary(client, video)
      const { captions, captionLanguage, known } = await client.summaries.preview({ body: { urlOrId: video } })
      return { captions, captionLanguage, known }
    }
    expect(await captionsOf('xxM5UYAr6qo')).toEqual({ captions: 'manual', captionLanguage: 'en', known: true })
    expect(await captionsOf('WL5NPuWAKJo')).toEqual({ captions: 'auto', captionLanguage: 'en', known: true })
  })

  it('previews the requested preset, or by default the preset of the settings', async () => {
    const { client } = await test.newUser()
    const urlOrId = 'kdDFSBxHX2o'
    const { id } = await readableSummary(client, urlOrId)
    const preview = async (preset?: 'short' | 'standard' | 'long') => {
      const { known, existing, ...rest } = await client.summaries.preview({ body: { urlOrId, preset } })
      return { known, preset: rest.preset, existing: existing.map(({ id, preset, focus }) => ({ id, preset, focus })) }
    }
    const standard = { id, preset: 'standard', focus: null }
    expect(await preview()).toEqual({ known: true, preset: 'standard', existing: [standard] })
    expect(await preview('short')).toEqual({ known: false, preset: 'short', existing: [standard] })

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
    expect(await preview('short')).toEqual({ known: true, preset: 'short', existing })
    expect(await preview('standard')).toMatchObject({ existing })
    await client.users.changeSettings({ body: { defaultPreset: 'short' } })
    expect(await preview()).toMatchObject({ preset: 'short', existing })
    await expect(
      refusal(client.summaries.preview({ body: { urlOrId, preset: 'huge' as never } })),
    ).resolves.toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('previews the stored details for a user with a summary when YouTube returns only the title', async () => {
    const video = 'MN2k3lWhUt8'
    const [user, other] = [await test.newUser(), await test.newUser()]
    const { id, videoInfo } = await readableSummary(user.client, video)
    expect(videoInfo).toMatchObject({ duration: expect.any(String), channelId: expect.any(String) })
    const storedVideo = () =>
      test.server.services.database.db
        .selectFrom('videos')
        .select(['chapters', 'is_public'])
        .where('video_id', '=', video)
        .executeTakeFirstOrThrow()
    const known = await storedVideo()
    expect(known.chapters.length).toBeGreaterThan(2)

    test.clock.advance(25 * 3600_000)
    const removeFault = test.fake.fault('player|*', { kind: 'captcha' })
    const preview = ({ client }: TestUser) => client.summaries.preview({ body: { urlOrId: video } })
    // A user without a summary does not see what is stored for others.
    const { title } = videoInfo
    expect(await preview(other)).toMatchObject({
      captions: 'unknown',
      videoInfo: { title, duration: null, channelId: null },
    })
    expect(await preview(user)).toMatchObject({ captions: 'unknown', videoInfo })
    removeFault()
    expect((await user.client.summaries.detail({ params: { id } })).videoInfo).toEqual(videoInfo)
    expect(await storedVideo()).toEqual(known)
  })
})
