import { request as httpRequest } from 'node:http'
import { failures } from '@recaps/contract/failures'
import { type Line, lineOf, startFakeStt } from '@recaps/fake-stt'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { mute } from '../../../test/silence.ts'
import { beeps, hasFfmpeg, inForm, whereFfmpegIs } from '../../../test/sound-files.ts'
import { type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, refusal, untilState } from '../../../test/waiting.ts'
import { soundOf } from './keys.ts'

const talk = [
  'Good morning, and welcome to the history of the paternoster lift.',
  'The first one was built in Liverpool in 1868 by an architect called Peter Ellis.',
  'It has two columns of cabins that never stop, and no doors at all.',
  'In Hamburg the merchants liked it, because nobody ever had to wait.',
]
const ear = ({ seconds }: { seconds: number }): Line[] =>
  talk.map((text, at) => lineOf(text, at * 7, 170)).filter(({ end }) => end < seconds)

const send = ({ client }: TestUser, body: Uint8Array, name = 'memo.mp3') =>
  client.summaries.upload({ query: { name }, body: new Uint8Array(body) })

/** Names of the sounds that are stored, of which there should be none when all is done. */
const soundOfEntry = async (test: TestServer, user: TestUser, id: number) => {
  const { db } = test.server.services.database
  const { video_id } = await db
    .selectFrom('summaries')
    .select('video_id')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return soundOf(video_id)
}

describe.skipIf(!hasFfmpeg)(`a recording that is uploaded${whereFfmpegIs}`, async () => {
  const stt = await startFakeStt({ ear })
  afterAll(() => stt.close())
  const test = await useServer({ ports: { speech: mute }, env: { STT_URL: `${stt.url}/v1` } })
  const { storage, database } = test.server.services
  afterEach(async () => {
    expect(await ledgerFindings(database.db)).toEqual([])
    expect(await storageFindings(database.db, test.dataDir)).toEqual([])
  })

  it.each(['m4a', 'opus', 'wav'])(
    'as %s is listened to, whatever it is called, and only its words are kept',
    async form => {
      const user = await test.newUser()
      const begun = await send(user, inForm(form, beeps(32, 300)), 'Paternoster talk.vtt')
      expect(begun).toMatchObject({ state: 'working', stage: 'transcribing', origin: 'upload', code: null })
      const heard = await untilState(user.client, begun.id, 'readable', 'ready')
      expect(heard).toMatchObject({ videoInfo: { title: 'Paternoster talk', channel: 'Your file', videoUrl: null } })
      expect(heard.videoInfo.duration).toMatch(/^PT3[12]S$/)
      expect(heard.content?.transcript.kind).toBe('stt')
      expect(heard.summary).toMatch(/paternoster|Liverpool|Hamburg/)
      const sound = await soundOfEntry(test, user, begun.id)
      await eventually(
        () => storage.size(sound),
        size => size === null,
      )
      expect((await user.client.summaries.list()).month.used).toBe(1)
    },
  )

  it('is one entry however often it is sent, is shared with nobody, and stays private', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const sound = beeps(33, 500)
    const first = await send(user, sound)
    expect((await send(user, sound)).id).toBe(first.id)
    await untilState(user.client, first.id, 'readable', 'ready')
    const again = await send(user, sound, 'other name.mp3')
    expect(again).toMatchObject({ id: first.id, content: expect.anything() })
    const theirs = await send(other, sound)
    expect(await refusal(other.client.summaries.detail({ params: { id: first.id } }))).toMatchObject({ status: 404 })
    await untilState(other.client, theirs.id, 'readable', 'ready')
    const share = user.client.summaries.change({ params: { id: first.id }, body: { shared: true } })
    expect(await refusal(share)).toMatchObject({ code: 'not_shareable' })
  })

  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n'
  const list = '<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1:9/</BaseURL></MPD>'
  it.each([
    ['is a playlist that leads to files of the machine', `ID3\u0003\0\0\0\0\0\0${playlist}`],
    ['is a list of addresses in the dress of a film', `\0\0\0\u0018ftypmp42\0\0\0\0mp42isom${list}`],
    ['is nothing but its first bytes', 'OggS\0\0\0\0'],
    ['is noise behind the name of a form', `fLaC${'x'.repeat(5000)}`],
    ['is a WAV file without a sample', Buffer.from(inFormSafely('wav')).subarray(0, 44).toString('latin1')],
  ])('that %s says so, and gives its place in the month back', async (_, text) => {
    const user = await test.newUser()
    const { id } = await send(user, Buffer.from(text, 'latin1'))
    const failed = await untilState(user.client, id, 'failed')
    expect(failed).toMatchObject({ code: 'sound_unreadable', error: failures.sound_unreadable.sentence })
    expect((await user.client.summaries.list()).month.used).toBe(0)
    const retried = user.client.summaries.retry({ params: { id } })
    expect(await refusal(retried)).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('again') })
  })

  it.each([
    ['a playlist', playlist, /captions/],
    ['nothing at all', '', /empty/],
  ])('is not taken for one when it is %s', async (_, text, sentence) => {
    const refused = await refusal(send(await test.newUser(), Buffer.from(text)))
    expect(refused).toMatchObject({ status: 400, code: 'upload_unreadable', error: expect.stringMatching(sentence) })
  })

  it('of silence, or of too few words, says that nobody speaks', async () => {
    const user = await test.newUser()
    const { id } = await send(user, beeps(4))
    expect(await untilState(user.client, id, 'failed')).toMatchObject({ code: 'no_speech' })
  })

  it('of more than 500 MB is refused before it is sent [ASVS 5.2.1]', async () => {
    const user = await test.newUser()
    const answered = Promise.withResolvers<{ status: number; text: string }>()
    const call = httpRequest(`${test.url}/api/summaries/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-length': 500_000_001 },
    })
    call.on('response', async response => {
      const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>)
      answered.resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') })
    })
    call.on('error', () => {})
    call.write('ID3 and so on and on')
    const { status, text } = await answered.promise
    expect([status, JSON.parse(text).error]).toEqual([400, expect.stringContaining('500 MB')])
    call.destroy()
  })

  it('is kept while its recogniser is away, and listened to when it is back', async () => {
    const user = await test.newUser()
    const lift = stt.fault({ kind: 'status', status: 503, headers: { 'retry-after': '300' } })
    const { id } = await send(user, beeps(34, 600))
    const waiting = await untilState(user.client, id, 'deferred')
    expect(waiting).toMatchObject({ code: 'transcription_failed', error: failures.transcription_failed.waiting })
    expect(new Date(waiting.retryAt!).getTime() - test.clock.now().getTime()).toBeGreaterThan(250_000)
    lift()
    test.clock.advance(301_000)
    await untilState(user.client, id, 'readable', 'ready')
  })

  it('can be tried again after it was cancelled, though its recogniser never answered', async () => {
    const user = await test.newUser()
    const lift = stt.fault({ kind: 'hang' })
    const asked = stt.heard.length
    const { id } = await send(user, beeps(35, 700))
    await eventually(
      async () => stt.heard.length,
      heard => heard > asked,
    )
    await user.client.summaries.cancel({ params: { id } })
    lift()
    await user.client.summaries.retry({ params: { id } })
    await untilState(user.client, id, 'readable', 'ready')
  })

  it('that was cancelled is erased a day later', async () => {
    const user = await test.newUser()
    const lift = stt.fault({ kind: 'hang' })
    const { id } = await send(user, beeps(36, 800))
    await user.client.summaries.cancel({ params: { id } })
    lift()
    const sound = await soundOfEntry(test, user, id)
    await test.server.services.housekeeping()
    expect(await storage.size(sound)).toBeGreaterThan(0)
    test.clock.advance(25 * 3600_000)
    await test.server.services.housekeeping()
    expect(await storage.size(sound)).toBeNull()
  })
})

/** Made while the tests are named, also where they will be skipped. */
function inFormSafely(form: string): Uint8Array {
  return hasFfmpeg ? inForm(form, beeps(1)) : new Uint8Array(44)
}

describe('a recording, where nobody listens', async () => {
  const test = await useServer({ ports: { speech: mute } })

  it('is refused with a sentence that says why', async () => {
    const user = await test.newUser()
    const refused = await refusal(send(user, Buffer.from('ID3\u0003 some sound')))
    expect(refused).toMatchObject({ status: 400, code: 'upload_unreadable' })
    expect(refused.error).toMatch(/speech to text is not set up here/)
    expect((await user.client.summaries.list()).data).toEqual([])
    expect((await test.anonymous.health.version()).listens).toBe(false)
  })
})
