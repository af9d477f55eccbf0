import { startTtsTwin } from '@recaps/tts-twin'
import { afterAll, describe, expect, it } from 'vitest'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { refusal, untilState, youtube } from '../../../test/waiting.ts'

const ask = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube, maxLength: 300 } })).id
const heard = async (user: TestUser, urlOrId: string) =>
  await untilState(user.client, await ask(user, urlOrId), 'ready')
const choose = async ({ client }: TestUser, voice: string | null) =>
  await client.users.changeSettings({ body: { voice } })

const service = async () => {
  const twin = await startTtsTwin({ latency: { firstMs: 20, perSpokenSecondMs: 0 } })
  afterAll(() => twin.close())
  const test = await useServer({ env: { SPEECH_URL: `${twin.url}/v1`, SPEECH_VOICES: 'alloy,coral' } })
  const audios = () => test.server.services.database.db.selectFrom('audios').selectAll().orderBy('id').execute()
  return { twin, test, audios }
}

describe('a service that speaks', async () => {
  const { twin, test, audios } = await service()

  it('reads summaries in its first voice to who has chosen none', async () => {
    const user = await test.newUser()
    const summary = await heard(user, talks[0]!)
    expect(summary).toMatchObject({ audio: 'ready', readBy: 'Alloy', code: null })
    const sound = await fetch(test.url + summary.audioUrl)
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(new Set(twin.wishes.map(wish => wish.voice))).toEqual(new Set(['alloy']))
    expect(twin.mostAtOnce()).toBeGreaterThan(1)
    const { content, timings } = summary
    expect(timings).toHaveLength(
      content!.sections.reduce((sum, { sentences }) => sum + 1 + sentences.length, 1 + content!.inThreePoints.length),
    )
    expect(timings!.at(-1)!.endMs).toBe(summary.audioDurationMs)
  })

  it('reads one text to two users in the voice of each, once for each voice however many there are', async () => {
    const [first, second, third] = await Promise.all([test.newUser(), test.newUser(), test.newUser()])
    await Promise.all([choose(second, 'openai:coral'), choose(third, 'slt')])
    const before = await audios()
    const all = [first, second, third, await test.newUser()]
    const summaries = await Promise.all(all.map(user => heard(user, talks[1]!)))
    expect(summaries.map(summary => summary.readBy)).toEqual(['Alloy', 'Coral', 'Built-in voice, higher', 'Alloy'])
    expect(new Set(summaries.map(summary => summary.summary)).size).toBe(1)
    const files = summaries.map(({ audioUrl }) => /[0-9a-f]{64}/.exec(audioUrl!)![0])
    expect(new Set(files).size).toBe(3)
    expect(files[3]).toBe(files[0])
    expect(await audios()).toHaveLength(before.length + 3)
  })

  it('takes a choice for the next summaries, and leaves those that are there as they are', async () => {
    const user = await test.newUser()
    const { id } = await heard(user, talks[0]!)
    expect(await choose(user, 'openai:coral')).toMatchObject({ voice: 'openai:coral' })
    expect(await heard(user, talks[2]!)).toMatchObject({ readBy: 'Coral' })
    expect(await user.client.summaries.detail({ params: { id } })).toMatchObject({ readBy: 'Alloy' })
    expect(await choose(user, null)).toMatchObject({ voice: null })
  })

  it('refuses a voice that is not offered in plain words, and changes nothing', async () => {
    const user = await test.newUser()
    const sentence = 'This voice is not offered here. Choose one of the list.'
    for (const voice of ['alloy', 'openai:sage', 'kokoro:alloy', 'SLT'])
      expect(await refusal(choose(user, voice))).toMatchObject({
        status: 400,
        code: 'invalid_request',
        error: sentence,
      })
    expect(await user.client.users.settings()).toMatchObject({ voice: null })
  })
})
