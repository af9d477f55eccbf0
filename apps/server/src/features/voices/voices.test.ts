import { startFakeTts } from '@recaps/fake-tts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { asOperator } from '../../../test/operator.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { refusal, untilState, youtube } from '../../../test/waiting.ts'

/** Short, since every sentence of it is really spoken. */
const ask = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube, maxLength: 200 } })).id
const heard = async (user: TestUser, urlOrId: string) =>
  await untilState(user.client, await ask(user, urlOrId), 'ready')
const choose = ({ client }: TestUser, voice: string | null) => client.users.changeSettings({ body: { voice } })
const fileOf = ({ audioUrl }: { audioUrl: string | null }) => /[0-9a-f]{64}/.exec(audioUrl!)![0]

async function serverWithVoices(latency?: { firstMs: number; perSpokenSecondMs: number }) {
  const fake = await startFakeTts(latency ? { latency } : {})
  afterAll(() => fake.close())
  const test = await useServer({ env: { SPEECH_URL: `${fake.url}/v1`, SPEECH_VOICES: 'alloy,coral' } })
  const { db } = test.server.services.database
  const audios = () => db.selectFrom('audios').selectAll().orderBy('id').execute()
  return { fake, test, audios, db }
}

describe('a service that speaks', async () => {
  // Long enough for the next sentence to be asked for meanwhile, also on a busy machine.
  const { fake, test, audios, db } = await serverWithVoices({ firstMs: 150, perSpokenSecondMs: 0 })

  it('reads summaries in its first voice to who has chosen none', async () => {
    const user = await test.newUser()
    const summary = await heard(user, talks[0]!)
    expect(summary).toMatchObject({ audio: 'ready', readBy: 'Alloy', code: null })
    const sound = await fetch(test.url + summary.audioUrl)
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(new Set(fake.wishes.map(wish => wish.voice))).toEqual(new Set(['alloy']))
    expect(fake.mostAtOnce()).toBeGreaterThan(1)
    const { content, timings } = summary
    expect(timings).toHaveLength(
      content!.sections.reduce((sum, { sentences }) => sum + 1 + sentences.length, 1 + content!.inThreePoints.length),
    )
    expect(timings!.at(-1)!.endMs).toBe(summary.audioDurationMs)
  })

  it('reads one text to two users in the voice of each, once for each voice however many there are', async () => {
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => test.newUser()))
    await Promise.all([choose(second!, 'openai:coral'), choose(third!, 'slt')])
    const before = await audios()
    const summaries = await Promise.all([first!, second!, third!, fourth!].map(user => heard(user, talks[1]!)))
    expect(summaries.map(summary => summary.readBy)).toEqual(['Alloy', 'Coral', 'Built-in voice, higher', 'Alloy'])
    expect(new Set(summaries.map(summary => summary.summary)).size).toBe(1)
    const files = summaries.map(fileOf)
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

  it('reads a summary that is there in another voice when its owner says so, and leaves it to others as it was', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const [{ id }, { id: others }] = await Promise.all([heard(user, talks[0]!), heard(other, talks[0]!)])
    await user.client.summaries.change({ params: { id }, body: { listenedMs: 5_000 } })
    const change = (voice: string) => user.client.summaries.change({ params: { id }, body: { voice } })
    expect(await change('openai:coral')).toMatchObject({ audio: 'pending', audioUrl: null, listenedMs: 0 })
    const summary = await untilState(user.client, id, 'ready')
    expect(summary).toMatchObject({ readBy: 'Coral', audio: 'ready' })
    expect(summary.timings!.at(-1)!.endMs).toBe(summary.audioDurationMs)
    expect(await change('openai:coral')).toMatchObject({ audio: 'ready', readBy: 'Coral' })
    expect(await change('openai:alloy')).toMatchObject({ audio: 'ready', readBy: 'Alloy' })
    expect(await refusal(change('openai:sage'))).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await other.client.summaries.detail({ params: { id: others } })).toMatchObject({ readBy: 'Alloy' })
  })

  it('reads nothing that cannot be read yet', async () => {
    const user = await test.newUser()
    const lift = test.fake.fault(`timedtext|${talks[7]}|*`, { kind: 'hang' })
    const id = await ask(user, talks[7]!)
    const early = user.client.summaries.change({ params: { id }, body: { voice: 'slt' } })
    expect(await refusal(early)).toMatchObject({
      status: 400,
      error: 'There is no text to read aloud yet. Try again when it is ready.',
    })
    await user.client.summaries.cancel({ params: { id } })
    lift()
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

  it('is taken away from who chose a voice that is not offered any more: the default reads, and no setting is refused', async () => {
    const user = await test.newUser()
    await sql`update users set settings = '{"voice":"openai:gone"}' where id = ${user.id}`.execute(db)
    expect(await user.client.users.settings()).toMatchObject({ voice: null })
    const changed = await user.client.users.changeSettings({ body: { defaultPreset: 'short' } })
    expect(changed).toMatchObject({ voice: null, defaultPreset: 'short' })
    expect(await heard(user, talks[0]!)).toMatchObject({ readBy: 'Alloy' })
  })

  it('is named to others who open the summary by its link', async () => {
    const user = await test.newUser()
    const { id } = await heard(user, talks[0]!)
    const { shareToken } = await user.client.summaries.change({ params: { id }, body: { shared: true } })
    expect(await test.anonymous.summaries.shared({ params: { token: shareToken! } })).toMatchObject({ readBy: 'Alloy' })
  })
})

const { fake, test, audios } = await serverWithVoices()

describe('a service that cannot speak', () => {
  it('is stood in for by the built-in voice: the sound is ready, says who reads, and is shared with who chose that voice', async () => {
    fake.fault({ kind: 'status', status: 401 })
    const [user, other] = [await test.newUser(), await test.newUser()]
    const summary = await heard(user, talks[3]!)
    expect(summary).toMatchObject({ audio: 'ready', readBy: 'Built-in voice, deeper', code: null, error: null })
    await choose(other, 'rms')
    expect(fileOf(await heard(other, talks[3]!))).toBe(fileOf(summary))
    const rows = await audios()
    expect(rows.map(({ reader, state, code }) => [reader, state, code])).toEqual([
      ['Alloy', 'failed', 'voice_failed'],
      ['Built-in voice, deeper', 'ready', null],
    ])
    expect(rows[0]!.voice).toMatch(/^openai@127\.0\.0\.1:\d+\/tts-1\/alloy\/2$/)
    const metrics = await fetch(`${test.url}/metrics`, { headers: asOperator(test.dataDir) }).then(answer =>
      answer.text(),
    )
    expect(metrics).toMatch(/provider="openai",code="voice_failed"/)
  })

  it('is asked again by the next who wants it, and what was made meanwhile stays', async () => {
    fake.clearFaults()
    const [user, other] = [await test.newUser(), await test.newUser()]
    await choose(other, 'rms')
    expect(await heard(user, talks[3]!)).toMatchObject({ readBy: 'Alloy' })
    expect(await heard(other, talks[3]!)).toMatchObject({ readBy: 'Built-in voice, deeper' })
  })

  it('in the middle of a summary is stood in for from the beginning: one voice reads all of it', async () => {
    fake.fault({ kind: 'html', after: 1 })
    const user = await test.newUser()
    await choose(user, 'openai:coral')
    const before = fake.wishes.length
    const summary = await heard(user, talks[4]!)
    expect(fake.wishes.length - before).toBeGreaterThan(1)
    expect(summary.readBy).toBe('Built-in voice, deeper')
    const other = await test.newUser()
    await choose(other, 'rms')
    expect(fileOf(await heard(other, talks[4]!))).toBe(fileOf(summary))
    fake.clearFaults()
  })

  it('leaves all who waited for it to the stand-in, whoever asked first', async () => {
    fake.fault({ kind: 'status', status: 400 })
    const users = await Promise.all([1, 2, 3].map(() => test.newUser()))
    const summaries = await Promise.all(users.map(user => heard(user, talks[5]!)))
    expect(new Set(summaries.map(fileOf)).size).toBe(1)
    expect(new Set(summaries.map(summary => summary.readBy))).toEqual(new Set(['Built-in voice, deeper']))
    fake.clearFaults()
  })
})

describe('the voices to choose from', () => {
  it('are those of the service and always the built-in ones, the default first', async () => {
    const { data } = await (await test.newUser()).client.voices.list()
    expect(data.map(({ id, name, provider, isDefault }) => [id, name, provider, isDefault])).toEqual([
      ['openai:alloy', 'Alloy', 'openai', true],
      ['openai:coral', 'Coral', 'openai', false],
      ['rms', 'Built-in voice, deeper', 'built-in', false],
      ['slt', 'Built-in voice, higher', 'built-in', false],
    ])
    expect(await refusal(test.anonymous.voices.list())).toMatchObject({ status: 401 })
  })

  it('say so where one cannot be heard right now, and are heard the next time', async () => {
    const [voice] = (await (await test.newUser()).client.voices.list()).data
    const lift = fake.fault({ kind: 'status', status: 401 })
    const refused = await fetch(test.url + voice!.previewUrl)
    expect([refused.status, await refused.json()]).toMatchObject([
      500,
      { code: 'voice_failed', error: 'This voice cannot be heard right now. Try again in a minute.' },
    ])
    lift()
    expect((await fetch(test.url + voice!.previewUrl)).status).toBe(200)
  })

  it('can be heard, as an audio element asks: each is spoken once, whoever asks', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const previews = await Promise.all([user, other].map(async ({ client }) => (await client.voices.list()).data))
    const before = fake.wishes.length
    const answers = await Promise.all(previews.flat().map(({ previewUrl }) => fetch(test.url + previewUrl)))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('content-type')}`))).toEqual(
      new Set(['200 audio/mpeg']),
    )
    expect(
      fake.wishes
        .slice(before)
        .map(wish => wish.voice)
        .sort(),
    ).toEqual(['coral'])
    const part = await fetch(test.url + previews[0]![1]!.previewUrl, { headers: { range: 'bytes=0-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'ID3'])
  })

  it('are heard by nobody with a link of another voice, of a session that is over, or too old', async () => {
    const user = await test.newUser()
    const [first, second] = (await user.client.voices.list()).data
    const statusOf = async (path: string) => (await fetch(test.url + path)).status
    expect(await statusOf(first!.previewUrl.replace('alloy', 'coral'))).toBe(404)
    expect(await statusOf(first!.previewUrl.replace(/&signature=.*/, ''))).toBe(404)
    expect(await statusOf('/audio/voices/rms')).toBe(404)
    await user.client.auth.logout()
    expect(await statusOf(second!.previewUrl)).toBe(404)
    const later = (await (await test.newUser()).client.voices.list()).data[0]!.previewUrl
    test.clock.advance(31 * 3600_000)
    expect(await statusOf(later)).toBe(404)
  })
})
