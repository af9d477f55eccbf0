import { renameSync } from 'node:fs'
import { failures } from '@recaps/contract/failures'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startFaultyBucket } from '../../../test/faulty-bucket.ts'
import { useS3 } from '../../../test/s3-server.ts'
import { type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { accessStoredFiles, distinctSpeech } from '../../../test/stored-files.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal, untilState, youtube } from '../../../test/wait-for.ts'

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

const audioLostError = {
  error: expect.stringMatching(/^We lost this audio and are creating it again/),
  code: 'not_found',
}

describe.each(['on disk', 'in a bucket'])('lost files %s', async location => {
  const s3 = location === 'in a bucket' ? await useS3() : undefined
  if (s3 === null) return
  const test = await useServer({ ports: { speech: distinctSpeech }, ...(s3 ? { env: { STORAGE_URL: s3.url } } : {}) })

  /** Repeats the writing of a summary, as after a deferral between the captions and the text. */
  async function rewriteText(id: number): Promise<void> {
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
  const files = accessStoredFiles(test, s3)
  const get = (address: string) => fetch(test.url + address)
  const bytesOf = async (address: string) => Buffer.from(await (await get(address)).arrayBuffer())

  it('regenerates lost audio when it is requested', async () => {
    const user = await test.newUser()
    const { id, audioUrl } = await readySummary(user, bread)
    const before = await bytesOf(audioUrl!)
    const { mp3_key } = await audiosOf(test, id)
    await files.delete(mp3_key!)
    const response = await get(audioUrl!)
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining(audioLostError)])
    const again = await untilState(user.client, id, 'ready')
    expect(again.audioUrl).toBe(audioUrl)
    expect(await bytesOf(audioUrl!)).toEqual(before)
  })

  it('regenerates lost audio once for many concurrent requests', async () => {
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
    await files.delete(mp3_key!)
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(audioUrl!)))
    // Late requests may get the new audio already.
    expect(responses.filter(({ status }) => status === 404).length).toBeGreaterThan(0)
    expect(responses.every(({ status }) => status === 404 || status === 200)).toBe(true)
    await untilState(user.client, id, 'ready')
    expect(await jobs()).toBe(before + 1)
  })

  it('regenerates lost audio for readers of a share link', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, bread)
    const { shareToken } = await user.client.summaries.change({ params: { id }, body: { shared: true } })
    const { audioUrl } = await test.anonymous.summaries.shared({ params: { token: shareToken! } })
    await files.delete((await audiosOf(test, id)).mp3_key!)
    const response = await get(audioUrl!)
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining(audioLostError)])
    await untilState(user.client, id, 'ready')
    expect((await get(audioUrl!)).status).toBe(200)
  })

  it.each(['mp3_key', 'timings_key'] as const)(
    'regenerates audio on retry if the file of its %s is missing',
    async key => {
      const user = await test.newUser()
      const { id, audioUrl } = await readySummary(user, other)
      const name = (await audiosOf(test, id))[key]!
      await files.delete(name)
      const { state, audio } = await user.client.summaries.retry({ params: { id } })
      expect(['readable', 'ready']).toContain(state)
      expect(['pending', 'ready']).toContain(audio)
      expect((await untilState(user.client, id, 'ready')).timings).not.toBeNull()
      expect(files.has(name)).toBe(true)
      expect((await get(audioUrl!)).status).toBe(200)
      expect((await user.client.summaries.retry({ params: { id } })).state).toBe('ready')
    },
  )

  it('fetches a lost transcript again for a summary in another style', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, third)
    const name = await transcriptOf(test, id)
    await files.delete(name)
    const short = await user.client.summaries.request({ body: { urlOrId: third, type: youtube, preset: 'short' } })
    expect(await untilState(user.client, short.id, 'ready', 'failed')).toMatchObject({ state: 'ready', code: null })
    expect(files.has(name)).toBe(true)
    expect((await user.client.summaries.transcript({ params: { id } })).segments.length).toBeGreaterThan(10)
  })

  it('fetches a lost transcript again when it is requested', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, fourth)
    const before = await user.client.summaries.transcript({ params: { id } })
    await files.delete(await transcriptOf(test, id))
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

  it('fetches a lost transcript again when a question needs it', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, fifth)
    await files.delete(await transcriptOf(test, id))
    const askQuestion = () =>
      fetch(`${test.url}/api/summaries/${id}/ask`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ question: 'What is it about?' }),
      })
    expect((await askQuestion()).status).toBe(404)
    const response = await eventually(askQuestion, ({ status }) => status === 200)
    expect(await response.text()).toContain('event: end')
  })

  it('fetches a lost transcript again when the summary is about to be written', async () => {
    const user = await test.newUser()
    const { id } = await readySummary(user, sixth)
    await files.delete(await transcriptOf(test, id))
    await rewriteText(id)
    expect(await untilState(user.client, id, 'ready', 'failed')).toMatchObject({ state: 'ready' })
  })

  it('asks for a lost caption file again and restores its summaries from the new upload', async () => {
    const user = await test.newUser()
    const file = captions('We measured the bridge')
    const { id } = await user.client.summaries.upload({ query: { name: 'bridge.vtt' }, body: file })
    await untilState(user.client, id, 'ready')
    const before = await user.client.summaries.transcript({ params: { id } })
    await files.delete(await transcriptOf(test, id))
    expect(await refusal(user.client.summaries.transcript({ params: { id } }))).toEqual({
      status: 404,
      code: 'upload_lost',
      error: failures.upload_lost.sentence,
    })
    expect((await user.client.summaries.upload({ query: { name: 'bridge.vtt' }, body: file })).id).toBe(id)
    expect(await user.client.summaries.transcript({ params: { id } })).toEqual(before)
    await files.delete(await transcriptOf(test, id))
    const short = await user.client.summaries.upload({ query: { name: 'bridge.vtt', preset: 'short' }, body: file })
    expect(await untilState(user.client, short.id, 'ready', 'failed')).toMatchObject({ state: 'ready' })
    expect(await user.client.summaries.transcript({ params: { id } })).toEqual(before)
  })

  it('reports a lost account export as missing and creates it again on request', async () => {
    const { client } = await test.newUser()
    const ready = () =>
      eventually(
        () => client.account.export(),
        ({ state }) => state === 'ready',
      )
    await client.account.requestExport()
    const { url } = await ready()
    await files.delete(files.list('exports/').at(-1)!)
    expect((await get(url!)).status).toBe(404)
    expect(await client.account.export()).toMatchObject({ state: 'none', url: null })
    await client.account.requestExport()
    expect((await get((await ready()).url!)).status).toBe(200)
  })

  it('fails a summary with upload_lost if its caption file is lost before it is summarized', async () => {
    const user = await test.newUser()
    const file = captions('We painted the tower')
    const { id } = await user.client.summaries.upload({ query: { name: 'tower.vtt' }, body: file })
    await untilState(user.client, id, 'ready')
    await files.delete(await transcriptOf(test, id))
    await rewriteText(id)
    expect(await untilState(user.client, id, 'ready', 'failed')).toMatchObject({
      state: 'failed',
      code: 'upload_lost',
      error: failures.upload_lost.sentence,
    })
  })
})

describe('files in a bucket that is down', async () => {
  const s3 = await useS3()
  if (!s3) return
  const bucket = await startFaultyBucket(s3)
  afterAll(() => bucket.stop())
  const test = await useServer({ ports: { speech: distinctSpeech }, env: { STORAGE_URL: bucket.url } })

  it('does not treat files as lost while the bucket is down', async () => {
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

describe('a missing bucket', async () => {
  const s3 = await useS3()
  if (!s3) return
  const test = await useServer({ ports: { speech: distinctSpeech }, env: { STORAGE_URL: s3.url } })

  it('treats a missing bucket as an outage and no file as lost', async () => {
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
