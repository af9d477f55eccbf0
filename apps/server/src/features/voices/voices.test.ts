import { startFakeTts } from '@recaps/fake-tts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { asOperator } from '../../../test/operator.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { refusal, untilState, youtube } from '../../../test/wait-for.ts'

/** Requests a short summary, because every sentence of it is spoken. */
const requestSummary = async ({ client }: TestUser, urlOrId: string) =>
  (await client.summaries.request({ body: { urlOrId, type: youtube, maxLength: 200 } })).id
const readySummary = async (user: TestUser, urlOrId: string) =>
  await untilState(user.client, await requestSummary(user, urlOrId), 'ready')
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

describe('a speech service', async () => {
  // Long enough that the next sentence is requested before the first is done, even on a busy machine.
  const { fake, test, audios, db } = await serverWithVoices({ firstMs: 150, perSpokenSecondMs: 0 })

  it('reads summaries in the default voice to users who have not chosen one', async () => {
    const user = await test.newUser()
    const summary = await readySummary(user, talks[0]!)
    expect(summary).toMatchObject({ audio: 'ready', readBy: 'Alloy', code: null })
    const audio = await fetch(test.url + summary.audioUrl)
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(new Set(fake.requests.map(({ voice }) => voice))).toEqual(new Set(['alloy']))
    expect(fake.maxConcurrent()).toBeGreaterThan(1)
    const { content, timings } = summary
    expect(timings).toHaveLength(
      content!.sections.reduce((sum, { sentences }) => sum + 1 + sentences.length, 1 + content!.inThreePoints.length),
    )
    expect(timings!.at(-1)!.endMs).toBe(summary.audioDurationMs)
  })

  it('creates one audio per voice and shares it between users of the same voice', async () => {
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => test.newUser()))
    await Promise.all([choose(second!, 'openai:coral'), choose(third!, 'slt')])
    const before = await audios()
    const summaries = await Promise.all([first!, second!, third!, fourth!].map(user => readySummary(user, talks[1]!)))
    expect(summaries.map(summary => summary.readBy)).toEqual(['Alloy', 'Coral', 'Built-in voice, higher', 'Alloy'])
    expect(new Set(summaries.map(summary => summary.summary)).size).toBe(1)
    const files = summaries.map(fileOf)
    expect(new Set(files).size).toBe(3)
    expect(files[3]).toBe(files[0])
    expect(await audios()).toHaveLength(before.length + 3)
  })

  it('uses a newly chosen voice for later summaries and leaves earlier ones unchanged', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, talks[0]!)
    expect(await choose(user, 'openai:coral')).toMatchObject({ voice: 'openai:coral' })
    expect(await readySummary(user, talks[2]!)).toMatchObject({ readBy: 'Coral' })
    expect(await user.client.summaries.detail({ params: { id } })).toMatchObject({ readBy: 'Alloy' })
    expect(await choose(user, null)).toMatchObject({ voice: null })
  })

  it('reads an existing summary in another voice for its owner without changing it for others', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const [{ id }, { id: otherId }] = await Promise.all([readySummary(user, talks[0]!), readySummary(other, talks[0]!)])
    await user.client.summaries.change({ params: { id }, body: { listenedMs: 5_000 } })
    const change = (voice: string) => user.client.summaries.change({ params: { id }, body: { voice } })
    expect(await change('openai:coral')).toMatchObject({ audio: 'pending', audioUrl: null, listenedMs: 0 })
    const summary = await untilState(user.client, id, 'ready')
    expect(summary).toMatchObject({ readBy: 'Coral', audio: 'ready' })
    expect(summary.timings!.at(-1)!.endMs).toBe(summary.audioDurationMs)
    expect(await change('openai:coral')).toMatchObject({ audio: 'ready', readBy: 'Coral' })
    expect(await change('openai:alloy')).toMatchObject({ audio: 'ready', readBy: 'Alloy' })
    expect(await refusal(change('openai:sage'))).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await other.client.summaries.detail({ params: { id: otherId } })).toMatchObject({ readBy: 'Alloy' })
  })

  it('rejects another voice for a summary that has no text yet', async () => {
    const user = await test.newUser()
    const clearFault = test.fake.fault(`timedtext|${talks[7]}|*`, { kind: 'hang' })
    const id = await requestSummary(user, talks[7]!)
    const early = user.client.summaries.change({ params: { id }, body: { voice: 'slt' } })
    expect(await refusal(early)).toMatchObject({
      status: 400,
      error: 'There is no text to read aloud yet. Try again when it is ready.',
    })
    await user.client.summaries.cancel({ params: { id } })
    clearFault()
  })

  it('rejects a voice that is not available with a readable message and keeps the setting', async () => {
    const user = await test.newUser()
    const sentence = 'This voice is not available here. Choose one from the list.'
    for (const voice of ['alloy', 'openai:sage', 'kokoro:alloy', 'SLT'])
      expect(await refusal(choose(user, voice))).toMatchObject({
        status: 400,
        code: 'invalid_request',
        error: sentence,
      })
    expect(await user.client.users.settings()).toMatchObject({ voice: null })
  })

  it('falls back to the default when a chosen voice is no longer available, and accepts other settings', async () => {
    const user = await test.newUser()
    await sql`update users set settings = '{"voice":"openai:gone"}' where id = ${user.id}`.execute(db)
    expect(await user.client.users.settings()).toMatchObject({ voice: null })
    const changed = await user.client.users.changeSettings({ body: { defaultPreset: 'short' } })
    expect(changed).toMatchObject({ voice: null, defaultPreset: 'short' })
    expect(await readySummary(user, talks[0]!)).toMatchObject({ readBy: 'Alloy' })
  })

  it('shows the voice of a shared summary to people who open its link', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, talks[0]!)
    const { shareToken } = await user.client.summaries.change({ params: { id }, body: { shared: true } })
    expect(await test.anonymous.summaries.shared({ params: { token: shareToken! } })).toMatchObject({ readBy: 'Alloy' })
  })
})

const { fake, test, audios } = await serverWithVoices()

describe('a failing speech service', () => {
  it('uses the built-in voice when the speech service fails, and shares its audio with users of that voice', async () => {
    fake.fault({ kind: 'status', status: 401 })
    const [user, other] = [await test.newUser(), await test.newUser()]
    const summary = await readySummary(user, talks[3]!)
    expect(summary).toMatchObject({ audio: 'ready', readBy: 'Built-in voice, deeper', code: null, error: null })
    await choose(other, 'rms')
    expect(fileOf(await readySummary(other, talks[3]!))).toBe(fileOf(summary))
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

  it('tries a failed speech service again for the next user and keeps the built-in audio', async () => {
    fake.clearFaults()
    const [user, other] = [await test.newUser(), await test.newUser()]
    await choose(other, 'rms')
    expect(await readySummary(user, talks[3]!)).toMatchObject({ readBy: 'Alloy' })
    expect(await readySummary(other, talks[3]!)).toMatchObject({ readBy: 'Built-in voice, deeper' })
  })

  it('starts over with the built-in voice when the speech service fails in the middle of a summary', async () => {
    fake.fault({ kind: 'html', after: 1 })
    const user = await test.newUser()
    await choose(user, 'openai:coral')
    const before = fake.requests.length
    const summary = await readySummary(user, talks[4]!)
    expect(fake.requests.length - before).toBeGreaterThan(1)
    expect(summary.readBy).toBe('Built-in voice, deeper')
    const other = await test.newUser()
    await choose(other, 'rms')
    expect(fileOf(await readySummary(other, talks[4]!))).toBe(fileOf(summary))
    fake.clearFaults()
  })

  it('gives the same built-in audio to all users who waited for a failing speech service', async () => {
    fake.fault({ kind: 'status', status: 400 })
    const users = await Promise.all([1, 2, 3].map(() => test.newUser()))
    const summaries = await Promise.all(users.map(user => readySummary(user, talks[5]!)))
    expect(new Set(summaries.map(fileOf)).size).toBe(1)
    expect(new Set(summaries.map(summary => summary.readBy))).toEqual(new Set(['Built-in voice, deeper']))
    fake.clearFaults()
  })
})

describe('the list of voices', () => {
  it('lists the voices of the speech service and the built-in ones, default first', async () => {
    const { data } = await (await test.newUser()).client.voices.list()
    expect(data.map(({ id, name, provider, isDefault }) => [id, name, provider, isDefault])).toEqual([
      ['openai:alloy', 'Alloy', 'openai', true],
      ['openai:coral', 'Coral', 'openai', false],
      ['rms', 'Built-in voice, deeper', 'built-in', false],
      ['slt', 'Built-in voice, higher', 'built-in', false],
    ])
    expect(await refusal(test.anonymous.voices.list())).toMatchObject({ status: 401 })
  })

  it('reports a failed voice preview and plays it on the next attempt', async () => {
    const [voice] = (await (await test.newUser()).client.voices.list()).data
    const clearFault = fake.fault({ kind: 'status', status: 401 })
    const refused = await fetch(test.url + voice!.previewUrl)
    expect([refused.status, await refused.json()]).toMatchObject([
      500,
      { code: 'voice_failed', error: 'This voice isn’t available right now. Try again in a minute.' },
    ])
    clearFault()
    expect((await fetch(test.url + voice!.previewUrl)).status).toBe(200)
  })

  it('generates each voice preview once for all users and serves byte ranges of it', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const previews = await Promise.all([user, other].map(async ({ client }) => (await client.voices.list()).data))
    const before = fake.requests.length
    const answers = await Promise.all(previews.flat().map(({ previewUrl }) => fetch(test.url + previewUrl)))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('content-type')}`))).toEqual(
      new Set(['200 audio/mpeg']),
    )
    expect(
      fake.requests
        .slice(before)
        .map(({ voice }) => voice)
        .sort(),
    ).toEqual(['coral'])
    const part = await fetch(test.url + previews[0]![1]!.previewUrl, { headers: { range: 'bytes=0-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'ID3'])
  })

  it('rejects a voice preview link that is forged, expired, or of an ended session', async () => {
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
