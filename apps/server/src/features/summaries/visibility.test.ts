import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary } from '../../../test/wait-for.ts'

/**
 * All states of a summary, and the status that each way of reading it returns: owner by id, other user by id, share
 * token, public id.
 */
const expected = {
  'that is private': { owner: 200, other: 404, token: 404, publicId: 404 },
  'that is shared': { owner: 200, other: 404, token: 200, publicId: 404 },
  'that is no longer shared': { owner: 200, other: 404, token: 404, publicId: 404 },
  'that is popular': { owner: 200, other: 404, token: 404, publicId: 200 },
  'that is popular and shared': { owner: 200, other: 404, token: 200, publicId: 200 },
  'with too few users who opted in to Popular': { owner: 200, other: 404, token: 404, publicId: 404 },
  'with too few confirmed users': { owner: 200, other: 404, token: 404, publicId: 404 },
  'of an unlisted video': { owner: 200, other: 404, token: 200, publicId: 404 },
  'of an uploaded file': { owner: 200, other: 404, token: 404, publicId: 404 },
  'that was shared and is deleted': { owner: 404, other: 404, token: 404, publicId: 404 },
  'of a blocked video': { owner: 200, other: 404, token: 404, publicId: 404 },
  'of a blocked channel': { owner: 200, other: 404, token: 404, publicId: 404 },
  'of a deleted account': { owner: 401, other: 404, token: 404, publicId: 404 },
  'that is popular, of a deleted account': { owner: 401, other: 404, token: 404, publicId: 200 },
} as const
type State = keyof typeof expected

const vtt = `WEBVTT\n\n${Array.from({ length: 40 }, (_, at) => `00:${String(at).padStart(2, '0')}.000 --> 00:${String(at + 1).padStart(2, '0')}.000\nThe harbour wall number ${at} was built of stone by the people of the town.\n`).join('\n')}`

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`visibility of summaries, ${name} [ASVS 8.2.2]`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const call = isAvailable ? createApiCaller(test.url) : undefined!
    const summaries = new Map<State, { owner: TestUser; id: number; publicId: number; token: string }>()
    let other: TestUser
    let notFound: string

    beforeAll(async () => {
      other = await test.newUser()
      const videos = [...talks]
      for (const state of Object.keys(expected) as State[])
        summaries.set(state, await createInState(state, videos.pop()!))
      notFound = comparable((await call('/api/summaries/999999', withToken(other.token))).text)
    }, 240_000)

    async function createInState(state: State, videoId: string) {
      const { db } = test.server.services.database
      const owner = await test.newConfirmedUser()
      const { id } =
        state === 'of an uploaded file' ? await upload(owner) : await readableSummary(owner.client, videoId)
      const { recap_id } = await db
        .selectFrom('summaries')
        .select('recap_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const isKnown = /popular|blocked|listed|few/.test(state)
      const others = isKnown ? await Promise.all([0, 1, 2].map(() => test.newConfirmedUser())) : []
      for (const { client } of others) await readableSummary(client, videoId)
      const shared = /shared|blocked|listed|deleted account$/.test(state) && state !== 'that is popular'
      const { shareToken } = shared
        ? await owner.client.summaries.change({ params: { id }, body: { shared: true } })
        : { shareToken: null }
      const { channel_id } = await db
        .selectFrom('videos')
        .innerJoin('summaries', 'summaries.video_id', 'videos.video_id')
        .select('channel_id')
        .where('summaries.id', '=', id)
        .executeTakeFirstOrThrow()
      if (state === 'that is no longer shared')
        await owner.client.summaries.change({ params: { id }, body: { shared: false } })
      if (state === 'that was shared and is deleted') await owner.client.summaries.delete({ params: { id } })
      if (state === 'of a blocked video')
        await db.insertInto('blocks').values({ kind: 'video', subject: videoId }).execute()
      if (state === 'of an unlisted video')
        await db.updateTable('videos').set({ is_public: false }).where('video_id', '=', videoId).execute()
      if (state === 'with too few users who opted in to Popular')
        await db
          .updateTable('users')
          .set({ shows_in_popular: false })
          .where('id', 'in', [owner.id, others[0]!.id])
          .execute()
      if (state === 'with too few confirmed users')
        await db
          .updateTable('users')
          .set({ email_verified_at: null })
          .where('id', 'in', [owner.id, others[0]!.id])
          .execute()
      if (state === 'of a blocked channel') {
        // A separate channel id, so that the other summaries are not blocked too.
        await db
          .updateTable('videos')
          .set({ channel_id: `UC-${channel_id}` })
          .where('video_id', '=', videoId)
          .execute()
        await db
          .insertInto('blocks')
          .values({ kind: 'channel', subject: `UC-${channel_id}` })
          .execute()
      }
      if (state.endsWith('deleted account')) await sql`delete from users where id = ${owner.id}`.execute(db)
      return { owner, id, publicId: 2 ** 40 + recap_id, token: shareToken ?? 'x'.repeat(43) }
    }

    const upload = async (owner: TestUser) => {
      const response = await call(
        '/api/summaries/upload?name=a.vtt',
        withToken(owner.token, { method: 'POST', body: vtt, headers: { 'Content-Type': 'application/octet-stream' } }),
      )
      await readable(owner, response.json.id)
      return response.json as { id: number }
    }
    const readable = async (owner: TestUser, id: number) => {
      for (;;) {
        const { state } = await owner.client.summaries.detail({ params: { id } })
        if (state === 'ready' || state === 'readable') return
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    }

    for (const [state, statuses] of Object.entries(expected) as [State, (typeof expected)[State]][]) {
      it(`applies the visibility rules to a summary ${state}: ${JSON.stringify(statuses)}`, async () => {
        const { owner, id, publicId, token } = summaries.get(state)!
        const suffixes = ['', '/transcript', '/export?format=json']
        for (const suffix of suffixes) {
          expect([suffix, (await call(`/api/summaries/${id}${suffix}`, withToken(owner.token))).status]).toEqual([
            suffix,
            statuses.owner,
          ])
          // Other users always get the same 404 by id as for a missing summary.
          const foreign = await call(`/api/summaries/${id}${suffix}`, withToken(other.token))
          expect([foreign.status, comparable(foreign.text)]).toEqual([statuses.other, notFound])
          expect((await call(`/api/summaries/${id}${suffix}`)).status).toBe(401)
          const community = await call(`/api/summaries/${publicId}${suffix}`, withToken(other.token))
          expect([suffix, community.status]).toEqual([suffix, statuses.publicId])
          if (community.status === 404) expect(comparable(community.text)).toBe(notFound)
          expect((await call(`/api/summaries/${publicId}${suffix}`)).status).toBe(401)
        }
        for (const reader of [{}, withToken(other.token)]) {
          const shared = await call(`/api/summaries/s/${token}`, reader)
          expect([shared.status, shared.status === 404 ? comparable(shared.text) : notFound]).toEqual([
            statuses.token,
            notFound,
          ])
          if (shared.json?.id)
            expect([shared.json.userId, shared.json.id, shared.json.shareToken]).toEqual([0, publicId, null])
          expect((await call(`/api/summaries/s/${token}/view`, json({}, reader))).status).toBe(
            statuses.token === 200 ? 204 : 404,
          )
        }
        expect((await call(`/api/summaries/${id}/view`, json({}, withToken(other.token)))).status).toBe(404)
        expect((await call(`/api/summaries/${publicId}/view`, json({}, withToken(other.token)))).status).toBe(
          statuses.publicId === 200 ? 204 : 404,
        )
        // A public id only gives read access.
        for (const [method, path] of [
          ['PATCH', ''],
          ['DELETE', ''],
          ['POST', '/retry'],
          ['POST', '/cancel'],
          ['POST', '/restore'],
        ])
          expect(
            (
              await call(
                `/api/summaries/${publicId}${path}`,
                json({ shared: true }, withToken(other.token, { method: method! })),
              )
            ).status,
          ).toBe(404)
      })
    }
  })
}

/** An error response without its request id. */
const comparable = (text: string): string => text.replace(/"requestId":"[^"]+"/, '')
