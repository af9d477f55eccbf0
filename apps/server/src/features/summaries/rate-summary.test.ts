import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startServer, useServer, usualDatabases } from '../../../test/start-server.ts'
import { readableSummary, refusal, untilState, youtube } from '../../../test/wait-for.ts'

const bread = 'Sli7FA6EbqI'
const yogurt = 'kdDFSBxHX2o'
const unspoken = 'yuZD5EzVyH8'

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`ratings, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind }) : undefined!
    const rows = (id: number) =>
      test.server.services.database.db.selectFrom('ratings').selectAll().where('summary_id', '=', id).execute()
    const counted = async (rating: string) =>
      Number(
        new RegExp(`recaps_ratings_total\\{rating="${rating}"\\} (\\d+)`).exec(
          await test.server.services.metrics.text(),
        )?.[1] ?? 0,
      )

    it('stores one rating per summary, which the owner can change and remove, and counts each change', async () => {
      const { client } = await test.newUser()
      const { id, rating } = await readableSummary(client, bread)
      expect(rating).toBeNull()
      const before = await Promise.all(['good', 'bad', 'none'].map(counted))
      const rate = async (rating: 'good' | 'bad' | 'none') =>
        (await client.summaries.change({ params: { id }, body: { rating } })).rating
      expect(await rate('none')).toBeNull()
      expect(await rate('good')).toBe('good')
      expect(await Promise.all([rate('bad'), rate('bad'), rate('bad')])).toEqual(['bad', 'bad', 'bad'])
      expect(await rows(id)).toMatchObject([{ rating: 'bad' }])
      expect((await client.summaries.detail({ params: { id }, query: {} })).rating).toBe('bad')
      expect((await client.summaries.list({ query: {} })).data[0]!.rating).toBe('bad')
      // Other changes do not affect the rating.
      await client.summaries.change({ params: { id }, body: { readPosition: 1 } })
      expect(await rows(id)).toHaveLength(1)
      expect(await rate('none')).toBeNull()
      expect(await rows(id)).toEqual([])
      const after = await Promise.all(['good', 'bad', 'none'].map(counted))
      expect(after.map((count, at) => count - before[at]!)).toEqual([1, 1, 1])
    })

    it('does not show a rating to other users, neither by share link nor on the same video', async () => {
      const [owner, other] = [await test.newUser(), await test.newUser()]
      const { id } = await readableSummary(owner.client, bread)
      const { shareToken } = await owner.client.summaries.change({
        params: { id },
        body: { shared: true, rating: 'bad' },
      })
      const params = { token: shareToken! }
      for (const client of [test.anonymous, other.client])
        expect((await client.summaries.shared({ params })).rating).toBeNull()
      expect((await owner.client.summaries.shared({ params })).rating).toBe('bad')
      expect((await readableSummary(other.client, bread)).rating).toBeNull()
    })

    it('accepts ratings only from the owner and only with known values', async () => {
      const [owner, other] = [await test.newUser(), await test.newUser()]
      const { id } = await readableSummary(owner.client, bread)
      const rate = (client: typeof owner.client, of: number, rating: 'good') =>
        client.summaries.change({ params: { id: of }, body: { rating } })
      expect((await refusal(rate(other.client, id, 'good'))).status).toBe(404)
      expect((await refusal(rate(owner.client, id, 'splendid' as 'good'))).code).toBe('invalid_request')
      expect(await rows(id)).toEqual([])
    })

    it('rejects a rating of a summary without text', async () => {
      const { client } = await test.newUser()
      const { id } = await client.summaries.request({ body: { urlOrId: unspoken, type: youtube } })
      await untilState(client, id, 'failed')
      const error = await refusal(client.summaries.change({ params: { id }, body: { rating: 'bad' } }))
      expect([error.code, error.error]).toEqual(['invalid_request', 'You can rate this summary once it is ready.'])
      expect(await rows(id)).toEqual([])
    })
  })
}

it('reports ratings to the operator by month, with the badly rated videos but without user names', async () => {
  const test = await startServer({ ports: { speech: silentSpeech } })
  try {
    const [one, other] = [await test.newUser(), await test.newUser()]
    const rate = async ({ client }: typeof one, video: string, rating: 'good' | 'bad') =>
      client.summaries.change({ params: { id: (await readableSummary(client, video)).id }, body: { rating } })
    await rate(one, bread, 'good')
    await rate(other, bread, 'bad')
    await rate(other, yogurt, 'good')
    await test.server.stop()
    const command = path.join(import.meta.dirname, '../../cli/support.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'ratings'], {
      env: test.commandEnv,
    })
    expect(stdout).toMatch(/^all: 2 good, 1 not good\nbuiltin@\S+, standard: 2 good, 1 not good\n\n/)
    expect(stdout).toMatch(/\n\d{4}-\d\d-\d\d Sli7FA6EbqI builtin@\S+, standard: not good\n$/)
    for (const { email } of [one, other]) expect(stdout).not.toContain(email)
  } finally {
    await test.stop()
  }
})
