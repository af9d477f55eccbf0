import { request as httpRequest } from 'node:http'
import { failures } from '@recaps/contract/failures'
import { createLine, type Line, startFakeStt } from '@recaps/fake-stt'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { beeps, convertAudio, ffmpegSkipNote, hasFfmpeg } from '../../../test/audio-files.ts'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { unavailableSpeech } from '../../../test/silent-speech.ts'
import { type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, refusal, untilState } from '../../../test/wait-for.ts'
import { recordingKey } from './keys.ts'

const talk = [
  'Good morning, and welcome to the history of the paternoster lift.',
  'The first one was built in Liverpool in 1868 by an architect called Peter Ellis.',
  'It has two columns of cabins that never stop, and no doors at all.',
  'In Hamburg the merchants liked it, because nobody ever had to wait.',
]
const transcribe = ({ seconds }: { seconds: number }): Line[] =>
  talk.map((text, at) => createLine(text, at * 7, 170)).filter(({ end }) => end < seconds)

const send = ({ client }: TestUser, body: Uint8Array, name = 'memo.mp3') =>
  client.summaries.upload({ query: { name }, body: new Uint8Array(body) })

/** The storage key of the recording of a summary. */
const recordingKeyOf = async (test: TestServer, user: TestUser, id: number) => {
  const { db } = test.server.services.database
  const { video_id } = await db
    .selectFrom('summaries')
    .select('video_id')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return recordingKey(video_id)
}

describe.skipIf(!hasFfmpeg)(`uploaded recordings${ffmpegSkipNote}`, async () => {
  const stt = await startFakeStt({ transcribe })
  afterAll(() => stt.close())
  const test = await useServer({ ports: { speech: unavailableSpeech }, env: { STT_URL: `${stt.url}/v1` } })
  const { storage, database } = test.server.services
  afterEach(async () => {
    expect(await ledgerFindings(database.db)).toEqual([])
    expect(await storageFindings(database.db, test.dataDir)).toEqual([])
  })

  it.each(['m4a', 'opus', 'wav'])(
    'transcribes an uploaded %s file regardless of its name and then deletes the recording',
    async format => {
      const user = await test.newUser()
      const started = await send(user, convertAudio(format, beeps(32, 300)), 'Paternoster talk.vtt')
      expect(started).toMatchObject({ state: 'working', stage: 'transcribing', origin: 'upload', code: null })
      const transcribed = await untilState(user.client, started.id, 'readable', 'ready')
      expect(transcribed).toMatchObject({
        videoInfo: { title: 'Paternoster talk', channel: 'Your file', videoUrl: null },
      })
      expect(transcribed.videoInfo.duration).toMatch(/^PT3[12]S$/)
      expect(transcribed.content?.transcript.kind).toBe('stt')
      expect(transcribed.summary).toMatch(/paternoster|Liverpool|Hamburg/)
      const key = await recordingKeyOf(test, user, started.id)
      await eventually(
        () => storage.size(key),
        size => size === null,
      )
      expect((await user.client.summaries.list()).month.used).toBe(1)
    },
  )

  it('creates one private summary per user for an uploaded recording, which cannot be shared', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const recording = beeps(33, 500)
    const first = await send(user, recording)
    expect((await send(user, recording)).id).toBe(first.id)
    await untilState(user.client, first.id, 'readable', 'ready')
    const again = await send(user, recording, 'other name.mp3')
    expect(again).toMatchObject({ id: first.id, content: expect.anything() })
    const otherSummary = await send(other, recording)
    expect(await refusal(other.client.summaries.detail({ params: { id: first.id } }))).toMatchObject({ status: 404 })
    await untilState(other.client, otherSummary.id, 'readable', 'ready')
    const share = user.client.summaries.change({ params: { id: first.id }, body: { shared: true } })
    expect(await refusal(share)).toMatchObject({ code: 'not_shareable' })
  })

  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n'
  const list = '<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1:9/</BaseURL></MPD>'
  it.each([
    ['contains a playlist of local files', `ID3\u0003\0\0\0\0\0\0${playlist}`],
    ['contains a list of URLs disguised as a video', `\0\0\0\u0018ftypmp42\0\0\0\0mp42isom${list}`],
    ['consists of a header only', 'OggS\0\0\0\0'],
    ['is garbage after a valid signature', `fLaC${'x'.repeat(5000)}`],
    ['is a WAV file without samples', Buffer.from(inFormIfPossible('wav')).subarray(0, 44).toString('latin1')],
  ])('fails a recording that %s as unreadable and refunds the quota', async (_, text) => {
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
    ['an empty file', '', /empty/],
  ])('rejects an upload of %s', async (_, text, message) => {
    const error = await refusal(send(await test.newUser(), Buffer.from(text)))
    expect(error).toMatchObject({ status: 400, code: 'upload_unreadable', error: expect.stringMatching(message) })
  })

  it('fails a recording without enough speech with no_speech', async () => {
    const user = await test.newUser()
    const { id } = await send(user, beeps(4))
    expect(await untilState(user.client, id, 'failed')).toMatchObject({ code: 'no_speech' })
  })

  it('rejects a recording of more than 500 MB before it is received [ASVS 5.2.1]', async () => {
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

  it('defers a recording while the transcription service is down and transcribes it afterwards', async () => {
    const user = await test.newUser()
    const removeFault = stt.fault({ kind: 'status', status: 503, headers: { 'retry-after': '300' } })
    const { id } = await send(user, beeps(34, 600))
    const waiting = await untilState(user.client, id, 'deferred')
    expect(waiting).toMatchObject({ code: 'transcription_failed', error: failures.transcription_failed.whileWaiting })
    expect(new Date(waiting.retryAt!).getTime() - test.clock.now().getTime()).toBeGreaterThan(250_000)
    removeFault()
    test.clock.advance(301_000)
    await untilState(user.client, id, 'readable', 'ready')
  })

  it('retries a recording that was cancelled while the transcription service did not respond', async () => {
    const user = await test.newUser()
    const removeFault = stt.fault({ kind: 'hang' })
    const heardBefore = stt.uploads.length
    const { id } = await send(user, beeps(35, 700))
    await eventually(
      async () => stt.uploads.length,
      heard => heard > heardBefore,
    )
    await user.client.summaries.cancel({ params: { id } })
    removeFault()
    await user.client.summaries.retry({ params: { id } })
    await untilState(user.client, id, 'readable', 'ready')
  })

  it('deletes a cancelled recording a day later', async () => {
    const user = await test.newUser()
    const removeFault = stt.fault({ kind: 'hang' })
    const { id } = await send(user, beeps(36, 800))
    await user.client.summaries.cancel({ params: { id } })
    removeFault()
    const key = await recordingKeyOf(test, user, id)
    await test.server.services.housekeeping()
    expect(await storage.size(key)).toBeGreaterThan(0)
    test.clock.advance(25 * 3600_000)
    await test.server.services.housekeeping()
    expect(await storage.size(key)).toBeNull()
  })
})

/** Called while the tests are collected, even if ffmpeg is missing and they will be skipped. */
function inFormIfPossible(format: string): Uint8Array {
  return hasFfmpeg ? convertAudio(format, beeps(1)) : new Uint8Array(44)
}

describe('uploaded recordings without a transcription service', async () => {
  const test = await useServer({ ports: { speech: unavailableSpeech } })

  it('rejects a recording with an explanation if speech to text is not set up', async () => {
    const user = await test.newUser()
    const error = await refusal(send(user, Buffer.from('ID3\u0003 some sound')))
    expect(error).toMatchObject({ status: 400, code: 'upload_unreadable' })
    expect(error.error).toMatch(/speech to text isn’t set up here/)
    expect((await user.client.summaries.list()).data).toEqual([])
    expect((await test.anonymous.health.version()).listens).toBe(false)
  })
})
