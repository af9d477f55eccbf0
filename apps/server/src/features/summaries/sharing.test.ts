import { createClient } from '@recaps/contract'
import { describe, expect, it } from 'vitest'
import { createApiCaller, withToken } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startServer, type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { readableSummary, refusal, untilState, youtube } from '../../../test/wait-for.ts'

const bread = 'Sli7FA6EbqI'
const yogurt = 'kdDFSBxHX2o'

const share = ({ client }: TestUser, id: number, shared = true) =>
  client.summaries.change({ params: { id }, body: { shared } })

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`shared summaries, ${name}`, async () => {
    const publicUrl = 'https://recaps.example.com'
    const test = isAvailable
      ? await useServer({ database: kind, ports: { speech: silentSpeech }, env: { PUBLIC_URL: publicUrl } })
      : undefined!
    const call = isAvailable ? createApiCaller(test.url) : undefined!
    const { db } = isAvailable ? test.server.services.database : undefined!

    it('opens a shared summary with audio for anyone with the link, without personal data of the owner [ASVS 8.2.3]', async () => {
      const owner = await test.newUser()
      const { id } = await readableSummary(owner.client, bread)
      await untilState(owner.client, id, 'ready')
      await owner.client.summaries.change({ params: { id }, body: { readPosition: 5, listenedMs: 700 } })
      const shared = await share(owner, id)
      expect(shared).toMatchObject({ id, userId: owner.id, access: 'own', shared: true })
      expect(shared.shareUrl).toBe(`${publicUrl}/history-detail/${shared.shareToken}`)
      expect(Buffer.from(shared.shareToken!, 'base64url').byteLength).toBeGreaterThanOrEqual(16)

      const token = shared.shareToken!
      const visitorView = await test.anonymous.summaries.shared({ params: { token } })
      expect(visitorView).toMatchObject({
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
      expect(visitorView.id).not.toBe(id)
      const own = await owner.client.summaries.detail({ params: { id } })
      expect([visitorView.summary, visitorView.content]).toEqual([own.summary, own.content])
      expect(visitorView.audioUrl).toMatch(new RegExp(`^/audio/shared/${token}/`))
      const audio = await call(visitorView.audioUrl!)
      expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
      expect((await call(visitorView.audioUrl!, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
      const picture = await call(visitorView.videoInfo.thumbnailUrl!)
      expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'private, max-age=60'])
      expect(visitorView.videoInfo.thumbnailUrl).toBe(`/thumbnails/shared/${token}.jpg`)
      const card = await test.server.services.summaries.linkCard(token)
      expect(card?.image).toBe(`${publicUrl}${visitorView.videoInfo.thumbnailUrl}`)
      // With and without a trailing slash. The owner gets their own summary.
      expect((await call(`/api/summaries/s/${token}/`)).status).toBe(200)
      expect(await owner.client.summaries.shared({ params: { token } })).toMatchObject({
        id,
        userId: owner.id,
        readPosition: 5,
      })
    })

    it('keeps the link of a summary that is shared repeatedly or concurrently, and creates a new one after revocation', async () => {
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
      const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
      for (const path of [
        `/api/summaries/s/${first}`,
        `/api/summaries/s/short`,
        audioUrl ?? '/audio/shared/x/y',
        videoInfo.thumbnailUrl!,
        '/thumbnails/shared/short.jpg',
        `/thumbnails/shared/${'A'.repeat(43)}.jpg`,
      ])
        expect(withoutRequestId((await call(path)).text)).toBe(withoutRequestId(unknown.text))
      await owner.client.summaries.delete({ params: { id } })
      expect(withoutRequestId((await call(`/api/summaries/s/${shareToken}`)).text)).toBe(withoutRequestId(unknown.text))
    })

    it('restores the revoked link when the owner undoes the revocation, and for no other user', async () => {
      const owner = await test.newUser()
      const { id } = await readableSummary(owner.client, bread)
      const { shareToken } = await share(owner, id)
      const token = shareToken!
      const undo = (by: TestUser, summaryId: number) =>
        by.client.summaries.change({ params: { id: summaryId }, body: { shared: true, shareToken: token } })
      await share(owner, id, false)
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(404)
      const other = await test.newUser()
      const otherSummary = await readableSummary(other.client, bread)
      expect((await undo(other, otherSummary.id)).shareToken).not.toBe(token)
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(404)
      expect(await undo(owner, id)).toMatchObject({ shared: true, shareToken: token })
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(200)
      // A link that was replaced by a newer one cannot be restored.
      await share(owner, id, false)
      const { shareToken: second } = await share(owner, id)
      await share(owner, id, false)
      expect((await undo(owner, id)).shareToken).not.toBe(second)
      expect((await call(`/api/summaries/s/${token}`)).status).toBe(404)
    })

    it('does not open a shared summary with values from the database', async () => {
      const owner = await test.newUser()
      const { id } = await readableSummary(owner.client, bread)
      const { shareToken } = await share(owner, id)
      const row = await db.selectFrom('summaries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(shareToken)
      for (const stored of [row.share_seed, row.share_hash])
        expect((await call(`/api/summaries/s/${stored}`)).status).toBe(404)
    })

    it('rejects sharing summaries of uploaded files, blocked videos, and summaries that are not ready', async () => {
      const owner = await test.newUser()
      const captions = Array.from(
        { length: 60 },
        (_, at) => `The river rose ${at} times in the year of the flood.`,
      ).join('\n')
      const uploaded = await call(
        '/api/summaries/upload?name=a.txt',
        withToken(owner.token, { method: 'POST', body: captions }),
      )
      await untilState(owner.client, uploaded.json.id, 'readable', 'ready')
      expect(await refusal(share(owner, uploaded.json.id))).toEqual({
        status: 400,
        code: 'not_shareable',
        error: 'A summary of your own file is private and can’t be shared.',
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

    it('counts a view of a shared summary once per day and user or network, and deletes the viewers afterwards', async () => {
      const owner = await test.newUser()
      const reader = await test.newConfirmedUser()
      const { id } = await readableSummary(owner.client, '1OlIrcaDTV8')
      const token = (await share(owner, id)).shareToken!
      const views = async () => (await owner.client.summaries.detail({ params: { id } })).viewCount
      const view = (client = test.anonymous, from = '203.0.113.7') =>
        client.summaries.viewShared({ params: { token } }, { headers: { 'X-Forwarded-For': from } })
      await Promise.all(Array.from({ length: 5 }, () => view()))
      await view(test.anonymous, '203.0.113.99')
      expect(await views()).toBe(1)
      await view(test.anonymous, '198.51.100.1')
      await view(reader.client)
      await view(reader.client, '198.51.100.77')
      expect(await views()).toBe(3)
      const seen = await db.selectFrom('network_viewers').selectAll().execute()
      expect(JSON.stringify(seen)).not.toMatch(/203|cb0071/)
      // Views without an account do not count for popularity.
      const days = await db
        .selectFrom('view_days')
        .innerJoin('summaries', 'summaries.recap_id', 'view_days.recap_id')
        .select('views')
        .where('summaries.id', '=', id)
        .execute()
      expect(days).toEqual([{ views: 1 }])
      test.clock.advance(24 * 3600_000)
      await view()
      expect(await views()).toBe(4)
      test.clock.advance(48 * 3600_000)
      await test.server.services.housekeeping()
      expect(await db.selectFrom('network_viewers').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('viewers').selectAll().execute()).toEqual([])
    })
  })
}

describe('share links', () => {
  it('share links keep working when the server secret changes, and can be created again', async () => {
    const first = await startServer({
      database: 'embedded',
      ports: { speech: silentSpeech },
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
      ports: { speech: silentSpeech },
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
