import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { callsTo, json, withToken } from '../../../test/calls.ts'
import { silence } from '../../../test/silence.ts'
import { databasesInTurn, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary } from '../../../test/waiting.ts'

/** Everything that can be true of a summary, and what each reader then finds: status by way of coming to it. */
const expected = {
  'your own': { owner: 200, other: 404, token: 404, handle: 404 },
  shared: { owner: 200, other: 404, token: 200, handle: 404 },
  'shared no more': { owner: 200, other: 404, token: 404, handle: 404 },
  popular: { owner: 200, other: 404, token: 404, handle: 200 },
  'popular and shared': { owner: 200, other: 404, token: 200, handle: 200 },
  'with too few who let it count': { owner: 200, other: 404, token: 404, handle: 404 },
  'with too few whose address is confirmed': { owner: 200, other: 404, token: 404, handle: 404 },
  'of a video that is not listed': { owner: 200, other: 404, token: 200, handle: 404 },
  'an uploaded file': { owner: 200, other: 404, token: 404, handle: 404 },
  'deleted, once shared': { owner: 404, other: 404, token: 404, handle: 404 },
  'of a blocked video': { owner: 200, other: 404, token: 404, handle: 404 },
  'of a blocked channel': { owner: 200, other: 404, token: 404, handle: 404 },
  'of an owner whose account is gone': { owner: 401, other: 404, token: 404, handle: 404 },
  'popular, of an owner whose account is gone': { owner: 401, other: 404, token: 404, handle: 200 },
} as const
type State = keyof typeof expected

const vtt = `WEBVTT\n\n${Array.from({ length: 40 }, (_, at) => `00:${String(at).padStart(2, '0')}.000 --> 00:${String(at + 1).padStart(2, '0')}.000\nThe harbour wall number ${at} was built of stone by the people of the town.\n`).join('\n')}`

for (const { kind, name, isHere } of databasesInTurn) {
  describe.skipIf(!isHere)(`who may see a summary, ${name} [ASVS 8.2.2]`, async () => {
    const test = isHere ? await useServer({ database: kind, ports: { speech: silence } }) : undefined!
    const call = isHere ? callsTo(test.url) : undefined!
    const summaries = new Map<State, { owner: TestUser; id: number; handle: number; token: string }>()
    let other: TestUser
    let missing: string

    beforeAll(async () => {
      other = await test.newUser()
      const videos = [...talks]
      for (const state of Object.keys(expected) as State[]) summaries.set(state, await make(state, videos.pop()!))
      missing = comparable((await call('/api/summaries/999999', withToken(other.token))).text)
    }, 240_000)

    async function make(state: State, videoId: string) {
      const { db } = test.server.services.database
      const owner = await test.newConfirmedUser()
      const { id } = state === 'an uploaded file' ? await upload(owner) : await readableSummary(owner.client, videoId)
      const { recap_id } = await db
        .selectFrom('summaries')
        .select('recap_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const isKnown = /popular|blocked|listed|few/.test(state)
      const others = isKnown ? await Promise.all([0, 1, 2].map(() => test.newConfirmedUser())) : []
      for (const { client } of others) await readableSummary(client, videoId)
      const shared = /shared|blocked|listed|account is gone$/.test(state) && state !== 'popular'
      const { shareToken } = shared
        ? await owner.client.summaries.change({ params: { id }, body: { shared: true } })
        : { shareToken: null }
      const { channel_id } = await db
        .selectFrom('videos')
        .innerJoin('summaries', 'summaries.video_id', 'videos.video_id')
        .select('channel_id')
        .where('summaries.id', '=', id)
        .executeTakeFirstOrThrow()
      if (state === 'shared no more') await owner.client.summaries.change({ params: { id }, body: { shared: false } })
      if (state === 'deleted, once shared') await owner.client.summaries.delete({ params: { id } })
      if (state === 'of a blocked video')
        await db.insertInto('blocks').values({ kind: 'video', subject: videoId }).execute()
      if (state === 'of a video that is not listed')
        await db.updateTable('videos').set({ is_public: false }).where('video_id', '=', videoId).execute()
      if (state === 'with too few who let it count')
        await db
          .updateTable('users')
          .set({ shows_in_popular: false })
          .where('id', 'in', [owner.id, others[0]!.id])
          .execute()
      if (state === 'with too few whose address is confirmed')
        await db
          .updateTable('users')
          .set({ email_verified_at: null })
          .where('id', 'in', [owner.id, others[0]!.id])
          .execute()
      if (state === 'of a blocked channel') {
        // Its own, so that the others are not blocked with it.
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
      if (state.endsWith('account is gone')) await sql`delete from users where id = ${owner.id}`.execute(db)
      return { owner, id, handle: 2 ** 40 + recap_id, token: shareToken ?? 'x'.repeat(43) }
    }

    const upload = async (owner: TestUser) => {
      const answer = await call(
        '/api/summaries/upload?name=a.vtt',
        withToken(owner.token, { method: 'POST', body: vtt, headers: { 'Content-Type': 'application/octet-stream' } }),
      )
      await readable(owner, answer.json.id)
      return answer.json as { id: number }
    }
    const readable = async (owner: TestUser, id: number) => {
      for (;;) {
        const { state } = await owner.client.summaries.detail({ params: { id } })
        if (state === 'ready' || state === 'readable') return
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    }

    for (const [state, finds] of Object.entries(expected) as [State, (typeof expected)[State]][]) {
      it(`${state}: ${JSON.stringify(finds)}`, async () => {
        const { owner, id, handle, token } = summaries.get(state)!
        const ways = ['', '/transcript', '/export?format=json']
        for (const way of ways) {
          expect([way, (await call(`/api/summaries/${id}${way}`, withToken(owner.token))).status]).toEqual([
            way,
            finds.owner,
          ])
          // Nobody but the owner by its id, whatever the state, and in the words of one that never was.
          const foreign = await call(`/api/summaries/${id}${way}`, withToken(other.token))
          expect([foreign.status, comparable(foreign.text)]).toEqual([finds.other, missing])
          expect((await call(`/api/summaries/${id}${way}`)).status).toBe(401)
          const met = await call(`/api/summaries/${handle}${way}`, withToken(other.token))
          expect([way, met.status]).toEqual([way, finds.handle])
          if (met.status === 404) expect(comparable(met.text)).toBe(missing)
          expect((await call(`/api/summaries/${handle}${way}`)).status).toBe(401)
        }
        for (const reader of [{}, withToken(other.token)]) {
          const open = await call(`/api/summaries/s/${token}`, reader)
          expect([open.status, open.status === 404 ? comparable(open.text) : missing]).toEqual([finds.token, missing])
          if (open.json?.id) expect([open.json.userId, open.json.id, open.json.shareToken]).toEqual([0, handle, null])
          expect((await call(`/api/summaries/s/${token}/view`, json({}, reader))).status).toBe(
            finds.token === 200 ? 204 : 404,
          )
        }
        expect((await call(`/api/summaries/${id}/view`, json({}, withToken(other.token)))).status).toBe(404)
        expect((await call(`/api/summaries/${handle}/view`, json({}, withToken(other.token)))).status).toBe(
          finds.handle === 200 ? 204 : 404,
        )
        // By a handle it can be read, and nothing else.
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
                `/api/summaries/${handle}${path}`,
                json({ shared: true }, withToken(other.token, { method: method! })),
              )
            ).status,
          ).toBe(404)
      })
    }
  })
}

/** An error without what is different in every one. */
const comparable = (text: string): string => text.replace(/"requestId":"[^"]+"/, '')
