import { createClient } from '@recaps/contract'
import { describe, expect, it } from 'vitest'
import { callsTo, withToken } from '../../../test/calls.ts'
import { silence } from '../../../test/silence.ts'
import { databases, startServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { readableSummary, refusal, untilState, youtube } from '../../../test/waiting.ts'

const bread = 'Sli7FA6EbqI'
const yogurt = 'kdDFSBxHX2o'

const share = ({ client }: TestUser, id: number, shared = true) =>
  client.summaries.change({ params: { id }, body: { shared } })

for (const { kind, name, isHere } of databases) {
  describe.skipIf(!isHere)(`a shared summary, ${name}`, async () => {
    const publicUrl = 'https://recaps.example.com'
    const test = isHere
      ? await useServer({ database: kind, ports: { speech: silence }, env: { PUBLIC_URL: publicUrl } })
      : undefined!
    const call = isHere ? callsTo(test.url) : undefined!
    const { db } = isHere ? test.server.services.database : undefined!

    it('is read and heard by whoever has its link, without an account and without its owner [ASVS 8.2.3]', async () => {
      const owner = await test.newUser()
      const { id } = await readableSummary(owner.client, bread)
      await untilState(owner.client, id, 'ready')
      await owner.client.summaries.change({ params: { id }, body: { readPosition: 5, listenedMs: 700 } })
      const mine = await share(owner, id)
      expect(mine).toMatchObject({ id, userId: owner.id, access: 'own', shared: true })
      expect(mine.shareUrl).toBe(`${publicUrl}/history-detail/${mine.shareToken}`)
      expect(Buffer.from(mine.shareToken!, 'base64url').byteLength).toBeGreaterThanOrEqual(16)

      const token = mine.shareToken!
      const theirs = await test.anonymous.summaries.shared({ params: { token } })
      expect(theirs).toMatchObject({
        userId: 0,
        access: 'shared',
        shared: true,
        shareToken: null,
        shareUrl: null,
        readPosition: null,
        listenedMs: null,
        unread: false,
        origin: 'request',
      })
      expect(theirs.id).not.toBe(id)
      const own = await owner.client.summaries.detail({ params: { id } })
      expect([theirs.summary, theirs.content]).toEqual([own.summary, own.content])
      expect(theirs.audioUrl).toMatch(new RegExp(`^/audio/shared/${token}/`))
      const sound = await call(theirs.audioUrl!)
      expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
      expect((await call(theirs.audioUrl!, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
      const picture = await call(theirs.videoInfo.thumbnailUrl!)
      expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'private, max-age=60'])
      expect(theirs.videoInfo.thumbnailUrl).toBe(`/thumbnails/shared/${token}.jpg`)
      const card = await test.server.services.summaries.cardOf(token)
      expect(card?.image).toBe(`${publicUrl}${theirs.videoInfo.thumbnailUrl}`)
      // With and without a slash at the end; its owner finds their own.
      expect((await call(`/api/summaries/s/${token}/`)).status).toBe(200)
      expect(await owner.client.summaries.shared({ params: { token } })).toMatchObject({
        id,
        userId: owner.id,
        readPosition: 5,
      })
    })

    it('keeps its link, however often and at once it is shared, and gets another after it was shared no more', async () => {
      const owner = await test.newUser()
      const { id } = await readableSummary(owner.client, bread)
      const answers = await Promise.all(Array.from({ length: 10 }, () => share(owner, id)))
      const tokens = new Set(answers.map(answer => answer.shareToken))
      expect(tokens.size).toBe(1)
      const [first] = [...tokens] as [string]
      const { audioUrl, videoInfo } = await test.anonymous.summaries.shared({ params: { token: first } })
      expect((await call(videoInfo.thumbnailUrl!)).status).toBe(200)
      expect(await share(owner, id, false)).toMatchObject({ shared: false, shareToken: null, shareUrl: null })
      const { shareToken } = await share(owner, id)
      expect(shareToken).not.toBe(first)
      const unknown = await call(`/api/summaries/s/${'A'.repeat(43)}`)
      const words = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
      for (const gone of [
        `/api/summaries/s/${first}`,
        `/api/summaries/s/short`,
        audioUrl ?? '/audio/shared/x/y',
        videoInfo.thumbnailUrl!,
        '/thumbnails/shared/short.jpg',
        `/thumbnails/shared/${'A'.repeat(43)}.jpg`,
      ])
        expect(words((await call(gone)).text)).toBe(words(unknown.text))
      await owner.client.summaries.delete({ params: { id } })
      expect(words((await call(`/api/summaries/s/${shareToken}`)).text)).toBe(words(unknown.text))
    })

    it('is found again under its link by the owner who takes back that it was shared no more, and by nobody else', async () => {
      const owner = await test.newUser()
      const { id } = await readableSummary(owner.client, bread)
      const { shareToken } = await share(owner, id)
      const token = shareToken!
      const undo = (by: TestUser, entry: number) =>
        by.client.summaries.change({ params: { id: entry }, body: { shared: true, shareToken: token } })
      await share(owner, id, false)
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(404)
      const other = await test.newUser()
      const theirs = await readableSummary(other.client, bread)
      expect((await undo(other, theirs.id)).shareToken).not.toBe(token)
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(404)
      expect(await undo(owner, id)).toMatchObject({ shared: true, shareToken: token })
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(200)
      // A link that was followed by another one stays shut.
      await share(owner, id, false)
      const { shareToken: second } = await share(owner, id)
      await share(owner, id, false)
      expect((await undo(owner, id)).shareToken).not.toBe(second)
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(404)
    })

    it('cannot be opened by what the database holds', async () => {
      const owner = await test.newUser()
      const { id } = await readableSummary(owner.client, bread)
      const { shareToken } = await share(owner, id)
      const row = await db.selectFrom('summaries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(shareToken)
      for (const kept of [row.share_seed, row.share_hash])
        expect((await call(`/api/summaries/s/${kept}`)).status).toBe(404)
    })

    it('is never one of an own file, of a blocked video, or one that cannot be read yet', async () => {
      const owner = await test.newUser()
      const words = Array.from({ length: 60 }, (_, at) => `The river rose ${at} times in the year of the flood.`).join(
        '\n',
      )
      const uploaded = await call(
        '/api/summaries/upload?name=a.txt',
        withToken(owner.token, { method: 'POST', body: words }),
      )
      await untilState(owner.client, uploaded.json.id, 'readable', 'ready')
      expect(await refusal(share(owner, uploaded.json.id))).toEqual({
        status: 400,
        code: 'not_shareable',
        error: 'A summary of your own file is private and cannot be shared.',
      })
      const { id } = await readableSummary(owner.client, yogurt)
      const { shareToken } = await share(owner, id)
      await db.insertInto('blocks').values({ kind: 'video', subject: yogurt }).execute()
      expect((await call(`/api/summaries/s/${shareToken}`)).status).toBe(404)
      expect(await refusal(share(owner, id))).toMatchObject({ status: 400, code: 'not_shareable' })
      await db.deleteFrom('blocks').execute()
      expect((await call(`/api/summaries/s/${shareToken}`)).status).toBe(200)
      const waiting = await owner.client.summaries.request({ body: { urlOrId: 'Ue7gAxLMql0', type: youtube } })
      expect(await refusal(share(owner, waiting.id))).toMatchObject({ status: 400, code: 'not_shareable' })
    })

    it('counts a view once a day, and user or network, and keeps neither', async () => {
      const owner = await test.newUser()
      const reader = await test.newConfirmedUser()
      const { id } = await readableSummary(owner.client, '1OlIrcaDTV8')
      const token = (await share(owner, id)).shareToken!
      const views = async () => (await owner.client.summaries.detail({ params: { id } })).viewCount
      const look = (client = test.anonymous, from = '203.0.113.7') =>
        client.summaries.viewShared({ params: { token } }, { headers: { 'X-Forwarded-For': from } })
      await Promise.all(Array.from({ length: 5 }, () => look()))
      await look(test.anonymous, '203.0.113.99')
      expect(await views()).toBe(1)
      await look(test.anonymous, '198.51.100.1')
      await look(reader.client)
      await look(reader.client, '198.51.100.77')
      expect(await views()).toBe(3)
      const seen = await db.selectFrom('network_viewers').selectAll().execute()
      expect(JSON.stringify(seen)).not.toMatch(/203|cb0071/)
      // What anybody can do without an account does not decide what is popular.
      const days = await db
        .selectFrom('view_days')
        .innerJoin('summaries', 'summaries.recap_id', 'view_days.recap_id')
        .select('views')
        .where('summaries.id', '=', id)
        .execute()
      expect(days).toEqual([{ views: 1 }])
      test.clock.advance(24 * 3600_000)
      await look()
      expect(await views()).toBe(4)
      test.clock.advance(48 * 3600_000)
      await test.server.services.housekeeping()
      expect(await db.selectFrom('network_viewers').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('viewers').selectAll().execute()).toEqual([])
    })
  })
}

describe('share links', () => {
  it('go on working when the secret of the server is changed, and can be made anew', async () => {
    const first = await startServer({
      database: 'embedded',
      ports: { speech: silence },
      env: { SECRET_KEY: 'a'.repeat(40) },
    })
    const owner = await first.newUser()
    const { id } = await readableSummary(owner.client, bread)
    const before = (await share(owner, id)).shareToken!
    await first.server.stop(2_000)
    const { startServer: start } = await import('../../compose.ts')
    const { readConfig } = await import('../../config.ts')
    const env = {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: first.dataDir,
      LOG_LEVEL: 'silent',
      YOUTUBE_URL: first.fake.url,
    }
    const second = await start(readConfig({ ...env, SECRET_KEY: 'b'.repeat(40) }), {
      appVersion: 'test',
      ports: { speech: silence },
    })
    try {
      const client = createClient({ baseUrl: `http://127.0.0.1:${second.port}`, token: () => owner.token })
      expect(await client.summaries.shared({ params: { token: before } })).toMatchObject({
        id,
        shared: true,
        shareToken: null,
      })
      const { shareToken } = await client.summaries.change({ params: { id }, body: { shared: true } })
      expect(await client.summaries.shared({ params: { token: shareToken! } })).toMatchObject({ id, shareToken })
      expect((await refusal(client.summaries.shared({ params: { token: before } }))).status).toBe(404)
    } finally {
      await second.stop(2_000)
      await first.stop()
    }
  })
})
