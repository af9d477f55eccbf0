import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { planById } from '@recaps/domain/plans'
import { toMonth } from '@recaps/domain/quota'
import { startFakeStt } from '@recaps/fake-stt'
import { afterAll, describe, expect, it } from 'vitest'
import { beeps, convertAudio, hasFfmpeg } from './audio-files.ts'
import { createApiCaller, json, withToken } from './calls.ts'
import { unavailableSpeech } from './silent-speech.ts'
import { type TestServer, type TestUser, useServer } from './start-server.ts'
import { untilState } from './wait-for.ts'

const talk = [
  'Good morning, and welcome to the history of the WORD.',
  'The first one was built in Liverpool in 1868 by an architect called Peter Ellis.',
  'It has two columns of cabins that never stop, and no doors at all.',
  'In Hamburg the merchants liked it, because nobody ever had to wait.',
]
const captions = (word: string) =>
  `WEBVTT\n\n${talk.map((text, at) => `00:00:${10 + 10 * at}.000 --> 00:00:${19 + 10 * at}.000\n${text.replace('WORD', word)}\n`).join('\n')}`

/** Every file in the data folder, including temporary ones, except the database and the mail outbox. */
function filesOf({ dataDir }: TestServer): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    .filter(name => !/^(database|outbox)\//.test(name))
    .sort()
}

type Send = (test: TestServer, user: TestUser, body: Uint8Array | string, name: string) => Promise<Response>
const upload: Send = (test, { token }, body, name) =>
  fetch(`${test.url}/api/summaries/upload?name=${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: body as never,
  })

/** Uses up this month's quota. */
async function spend({ server, clock }: TestServer, { id }: TestUser): Promise<void> {
  const { db } = server.services.database
  await db
    .insertInto('usage')
    .values({ user_id: id, month: toMonth(clock.now()), used: 100_000 })
    .execute()
}

describe('a refused upload', async () => {
  const stt = await startFakeStt({})
  afterAll(() => stt.close())
  const test = await useServer({
    ports: { speech: unavailableSpeech },
    env: { STT_URL: `${stt.url}/v1`, DEFAULT_PLAN: 'free' },
  })

  /** Sends the upload and compares the stored files before and after. */
  async function leavesNothing(send: () => Promise<Response>, code: string): Promise<void> {
    const before = filesOf(test)
    const refused = await send()
    expect([refused.status >= 400, ((await refused.json()) as { code: string }).code]).toEqual([true, code])
    expect(filesOf(test)).toEqual(before)
  }

  it.each([
    ['captions beyond the monthly quota', 'talk.vtt', captions('lift'), 'monthly_limit_reached', true],
    ['captions that cannot be read', 'talk.vtt', 'nothing of the kind', 'upload_unreadable', false],
    ['captions that are too large', 'talk.vtt', `WEBVTT\n\n${'x'.repeat(5 * 1024 * 1024)}`, 'upload_unreadable', false],
  ])('a refused upload stores nothing: %s [threat 30]', async (_, name, body, code, isSpent) => {
    const user = await test.newUser()
    if (isSpent) await spend(test, user)
    await leavesNothing(() => upload(test, user, body, name), code)
  })

  it.skipIf(!hasFfmpeg)('a refused recording is not stored when the monthly quota is used up', async () => {
    const user = await test.newUser()
    await spend(test, user)
    await leavesNothing(
      () => upload(test, user, convertAudio('wav', beeps(4, 300)), 'memo.wav'),
      'monthly_limit_reached',
    )
  })

  it('only the accepted file is stored when parallel uploads compete for the last quota unit', async () => {
    const user = await test.newUser()
    const { db } = test.server.services.database
    const { summariesPerMonth } = planById('free')
    const month = toMonth(test.clock.now())
    await db
      .insertInto('usage')
      .values({ user_id: user.id, month, used: summariesPerMonth - 1 })
      .execute()
    const before = filesOf(test)
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map(word => upload(test, user, captions(word), 'a.vtt')),
    )
    expect(answers.map(({ status }) => status).filter(status => status < 300)).toHaveLength(1)
    expect(filesOf(test).filter(name => !before.includes(name) && name.includes('transcripts/'))).toHaveLength(1)
  })

  it('the captions of an accepted upload are kept when a second upload of them is refused', async () => {
    const user = await test.newUser()
    const first = (await (await upload(test, user, captions('paternoster'), 'a.vtt')).json()) as { id: number }
    await spendRest(test, user)
    const before = filesOf(test).filter(name => name.includes('transcripts/'))
    const refused = await fetch(`${test.url}/api/summaries/upload?name=a.vtt&preset=long`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/octet-stream' },
      body: captions('paternoster'),
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(filesOf(test).filter(name => name.includes('transcripts/'))).toEqual(before)
    expect((await untilState(user.client, first.id, 'ready')).content?.transcript.kind).toBe('uploaded')
  })

  it('a refused profile picture is not stored', async () => {
    const user = await test.newUser()
    const { uploadUrl, fileUrl } = await user.client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
    const send = (body: Uint8Array | string, type = 'image/png') =>
      fetch(new URL(uploadUrl, test.url), { method: 'PUT', headers: { 'Content-Type': type }, body: body as never })
    await leavesNothing(() => send('x'.repeat(5 * 1024 * 1024 + 1)), 'picture_unreadable')
    await leavesNothing(() => send('x', 'text/html'), 'forbidden')
    expect((await send('no picture at all')).status).toBeLessThan(300)
    const before = filesOf(test)
    const chosen = createApiCaller(test.url)(
      '/api/users/profile-picture',
      withToken(user.token, json({ profilePicture: fileUrl }, { method: 'PUT' })),
    )
    expect((await chosen).json.code).toBe('picture_unreadable')
    expect(before.filter(name => !filesOf(test).includes(name))).toHaveLength(1)
  })
})

it('every feature that stores files is listed here and tested for refused uploads [threat 30]', () => {
  const root = path.resolve(import.meta.dirname, '../src/features')
  const filesWithPut = globSync('**/*.ts', { cwd: root })
    .filter(file => !file.endsWith('.test.ts') && /storage\.put\(/.test(readFileSync(path.join(root, file), 'utf8')))
    .sort()
  expect(filesWithPut).toEqual([
    // A background job that schedules its draft for erasure first.
    'account/make-export.job.ts',
    // Background jobs; all checks have passed by then.
    'summaries/jobs.ts',
    'summaries/restore-transcript.job.ts',
    'summaries/speak-summary.job.ts',
    'summaries/transcribe-audio.job.ts',
    // Tested above.
    'summaries/upload-file.ts',
    'users/pictures.ts',
    // One file per voice or video, shared by all users.
    'voices/service.ts',
    'youtube/thumbnails.ts',
  ])
})

/** Uses up the rest of this month's quota. */
async function spendRest({ server, clock }: TestServer, { id }: TestUser): Promise<void> {
  const { db } = server.services.database
  await db
    .updateTable('usage')
    .set({ used: 100_000 })
    .where('user_id', '=', id)
    .where('month', '=', toMonth(clock.now()))
    .execute()
}
