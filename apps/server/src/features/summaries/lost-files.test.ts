import { renameSync } from 'node:fs'
import { failures } from '@recaps/contract/failures'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startFaultyBucket } from '../../../test/faulty-bucket.ts'
import { useS3 } from '../../../test/s3-server.ts'
import { type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { filesOf, murmur } from '../../../test/stored-files.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal, untilState, youtube } from '../../../test/waiting.ts'

const [bread, other, third, fourth, fifth, sixth] = talks as [string, string, string, string, string, string]
const captions = (words: string) =>
  new TextEncoder().encode(
    `WEBVTT\n\n${Array.from({ length: 40 }, (_, i) => `00:00:${String(i).padStart(2, '0')}.000 --> 00:00:${String(i + 1).padStart(2, '0')}.000\n${words} on day ${i}, and it did not move.\n`).join('\n')}`,
  )

async function readySummary({ client }: TestUser, video: string) {
  const { id } = await readableSummary(client, video)
  return await untilState(client, id, 'ready')
}

const audiosOf = (test: TestServer, id: number) =>
  test.server.services.database.db
    .selectFrom('summaries')
    .innerJoin('audios', 'audios.id', 'summaries.audio_id')
    .select(['audios.id', 'mp3_key', 'timings_key', 'audios.job_id', 'audios.state'])
    .where('summaries.id', '=', id)
    .executeTakeFirstOrThrow()

const transcriptOf = async (test: TestServer, id: number): Promise<string> => {
  const row = await test.server.services.database.db
    .selectFrom('summaries')
    .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
    .innerJoin('transcripts', 'transcripts.id', 'recaps.transcript_id')
    .select('storage_key')
    .where('summaries.id', '=', id)
    .executeTakeFirstOrThrow()
  return row.storage_key
}

const comesBack = { error: expect.stringMatching(/^We lost this audio and are making it again/), code: 'not_found' }

describe.each(['on disk', 'in a bucket'])('files that are lost %s', async where => {
  const s3 = where === 'in a bucket' ? await useS3() : undefined
  if (s3 === null) return
  const test = await useServer({ ports: { speech: murmur }, ...(s3 ? { env: { STORAGE_URL: s3.url } } : {}) })

  /** Has the text of a summary written once more, as after a deferral between the captions and the text. */
  async function writeTextAgain(id: number): Promise<void> {
    const { db } = test.server.services.database
    const { recap_id } = await db
      .selectFrom('summaries')
      .select('recap_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('recaps')
      .set({ state: 'deferred', job_id: null, retry_at: new Date(0), code: 'storage_unavailable', recap_key: null })
      .where('id', '=', recap_id)
      .execute()
    await test.server.services.summaries.wakeDeferred()
  }
  const files = filesOf(test, s3)
  const get = (address: string) => fetch(test.url + address)
  const bytesOf = async (address: string) => Buffer.from(await (await get(address)).arrayBuffer())

  it('audio is made again when somebody wants to hear it', async () => {
    const user = await test.newUser()
    const { id, audioUrl } = await readySummary(user, bread)
    const before = await bytesOf(audioUrl!)
    const { mp3_key } = await audiosOf(test, id)
    await files.lose(mp3_key!)
    const answer = await get(audioUrl!)
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining(comesBack)])
    const again = await untilState(user.client, id, 'ready')
    expect(again.audioUrl).toBe(audioUrl)
    expect(await bytesOf(audioUrl!)).toEqual(before)
  })

  it('audio that many ask for at once is made again once', async () => {
    const user = await test.newUser()
    const { id, audioUrl } = await readySummary(user, bread)
    const { mp3_key } = await audiosOf(test, id)
    const { db } = test.server.services.database
    const jobs = async () => {
      const { rows } = await sql<{
        count: number
      }>`select count(*)::int as count from pgboss.job where name = 'summaries.speak-summary'`.execute(db)
      return rows[0]!.count
    }
    const before = await jobs()
    await files.lose(mp3_key!)
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(audioUrl!)))
    // Whoever comes late may hear it already.
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 404 || status === 200)).toBe(true)
    await untilState(user.client, id, 'ready')
    expect(await jobs()).toBe(before + 1)
  })

  it('audio is made again for the readers of a shared link', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, bread)
    const { shareToken } = await user.client.summaries.change({ params: { id }, body: { shared: true } })
    const { audioUrl } = await test.anonymous.summaries.shared({ params: { token: shareToken! } })
    await files.lose((await audiosOf(test, id)).mp3_key!)
    const answer = await get(audioUrl!)
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining(comesBack)])
    await untilState(user.client, id, 'ready')
    expect((await get(audioUrl!)).status).toBe(200)
  })

  it.each(['mp3_key', 'timings_key'] as const)('audio is made again on "retry" where its %s is missing', async key => {
    const user = await test.newUser()
    const { id, audioUrl } = await readySummary(user, other)
    const name = (await audiosOf(test, id))[key]!
    await files.lose(name)
    const { state, audio } = await user.client.summaries.retry({ params: { id } })
    expect(['readable', 'ready']).toContain(state)
    expect(['pending', 'ready']).toContain(audio)
    expect((await untilState(user.client, id, 'ready')).timings).not.toBeNull()
    expect(files.has(name)).toBe(true)
    expect((await get(audioUrl!)).status).toBe(200)
    expect((await user.client.summaries.retry({ params: { id } })).state).toBe('ready')
  })

  it('a transcript is read again for a summary in another style', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, third)
    const name = await transcriptOf(test, id)
    await files.lose(name)
    const short = await user.client.summaries.request({ body: { urlOrId: third, type: youtube, preset: 'short' } })
    expect(await untilState(user.client, short.id, 'ready', 'failed')).toMatchObject({ state: 'ready', code: null })
    expect(files.has(name)).toBe(true)
    expect((await user.client.summaries.transcript({ params: { id } })).segments.length).toBeGreaterThan(10)
  })

  it('a transcript is read again when somebody wants to see it', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, fourth)
    const before = await user.client.summaries.transcript({ params: { id } })
    await files.lose(await transcriptOf(test, id))
    const refusals = await Promise.all(
      Array.from({ length: 5 }, () => refusal(user.client.summaries.transcript({ params: { id } })).catch(() => null)),
    )
    expect(refusals[0]).toMatchObject({
      status: 404,
      code: 'not_found',
      error: expect.stringMatching(/^We lost this tr/),
    })
    const after = await eventually(
      () => user.client.summaries.transcript({ params: { id } }).catch(() => null),
      Boolean,
    )
    expect(after).toEqual(before)
  })

  it('a transcript is read again when a question is asked', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, fifth)
    await files.lose(await transcriptOf(test, id))
    const ask = () =>
      fetch(`${test.url}/api/summaries/${id}/ask`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ question: 'What is it about?' }),
      })
    expect((await ask()).status).toBe(404)
    const answer = await eventually(ask, ({ status }) => status === 200)
    expect(await answer.text()).toContain('event: end')
  })

  it('a summary that waits for its text goes back to the captions', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, sixth)
    await files.lose(await transcriptOf(test, id))
    await writeTextAgain(id)
    expect(await untilState(user.client, id, 'ready', 'failed')).toMatchObject({ state: 'ready' })
  })

  it('the words of a file are asked for again, and taken', async () => {
    const user = await test.newUser()
    const file = captions('We measured the bridge')
    const { id } = await user.client.summaries.upload({ query: { name: 'bridge.vtt' }, body: file })
    await untilState(user.client, id, 'ready')
    const before = await user.client.summaries.transcript({ params: { id } })
    await files.lose(await transcriptOf(test, id))
    expect(await refusal(user.client.summaries.transcript({ params: { id } }))).toEqual({
      status: 404,
      code: 'upload_lost',
      error: failures.upload_lost.sentence,
    })
    expect((await user.client.summaries.upload({ query: { name: 'bridge.vtt' }, body: file })).id).toBe(id)
    expect(await user.client.summaries.transcript({ params: { id } })).toEqual(before)
    await files.lose(await transcriptOf(test, id))
    const short = await user.client.summaries.upload({ query: { name: 'bridge.vtt', preset: 'short' }, body: file })
    expect(await untilState(user.client, short.id, 'ready', 'failed')).toMatchObject({ state: 'ready' })
    expect(await user.client.summaries.transcript({ params: { id } })).toEqual(before)
  })

  it('an export is offered as one that is not there, and made again on request', async () => {
    const { client } = await test.newUser()
    const ready = () =>
      eventually(
        () => client.account.export(),
        ({ state }) => state === 'ready',
      )
    await client.account.requestExport()
    const { url } = await ready()
    await files.lose(files.list('exports/').at(-1)!)
    expect((await get(url!)).status).toBe(404)
    expect(await client.account.export()).toMatchObject({ state: 'none', url: null })
    await client.account.requestExport()
    expect((await get((await ready()).url!)).status).toBe(200)
  })

  it('a file whose words are lost before they are summarized fails with a sentence', async () => {
    const user = await test.newUser()
    const file = captions('We painted the tower')
    const { id } = await user.client.summaries.upload({ query: { name: 'tower.vtt' }, body: file })
    await untilState(user.client, id, 'ready')
    await files.lose(await transcriptOf(test, id))
    await writeTextAgain(id)
    expect(await untilState(user.client, id, 'ready', 'failed')).toMatchObject({
      state: 'failed',
      code: 'upload_lost',
      error: failures.upload_lost.sentence,
    })
  })
})

describe('files of a bucket that is down', async () => {
  const s3 = await useS3()
  if (!s3) return
  const bucket = await startFaultyBucket(s3)
  afterAll(() => bucket.stop())
  const test = await useServer({ ports: { speech: murmur }, env: { STORAGE_URL: bucket.url } })

  it('do not count as lost', async () => {
    const user = await test.newUser()
    const { id, audioUrl } = await readySummary(user, bread)
    const before = await audiosOf(test, id)
    bucket.state = 'fails'
    const retry = refusal(user.client.summaries.retry({ params: { id } }))
    expect((await fetch(test.url + audioUrl)).status).toBe(503)
    expect(await retry).toMatchObject({ status: 503, code: 'storage_unavailable' })
    expect(await refusal(user.client.summaries.transcript({ params: { id } }))).toMatchObject({ status: 503 })
    expect(await audiosOf(test, id)).toEqual(before)
    bucket.state = 'works'
    expect((await fetch(test.url + audioUrl)).status).toBe(200)
  })
})

describe('a bucket that is gone as a whole', async () => {
  const s3 = await useS3()
  if (!s3) return
  const test = await useServer({ ports: { speech: murmur }, env: { STORAGE_URL: s3.url } })

  it('is an outage, and no file counts as lost', async () => {
    const user = await test.newUser()
    const { id, audioUrl } = await readySummary(user, bread)
    renameSync(s3.folder, `${s3.folder}-elsewhere`)
    expect((await fetch(test.url + audioUrl)).status).toBe(503)
    expect(await refusal(user.client.summaries.retry({ params: { id } }))).toMatchObject({ status: 503 })
    renameSync(`${s3.folder}-elsewhere`, s3.folder)
    expect((await audiosOf(test, id)).state).toBe('ready')
    expect((await fetch(test.url + audioUrl)).status).toBe(200)
  })
})
