import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { refusal, untilState, youtube } from '../../../test/wait-for.ts'

describe('a cancelled summary that another user waits for', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const requestSummary = async ({ client }: TestUser, urlOrId: string) =>
    (await client.summaries.request({ body: { urlOrId, type: youtube } })).id

  const cancel = async ({ client }: TestUser, id: number): Promise<void> => {
    await client.summaries.cancel({ params: { id } })
  }
  const deleteAndRestore = async ({ client }: TestUser, id: number): Promise<void> => {
    await client.summaries.delete({ params: { id } })
    await client.summaries.restore({ params: { id } })
  }

  it.each([
    ['cancelled', talks[0]!, cancel],
    ['deleted and restored', talks[1]!, deleteAndRestore],
  ] as const)(
    'does not show or charge a summary that was %s until it is retried, even if another user receives the same recap',
    async (_, video, endIt) => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      test.fake.fault(`timedtext|${video}|*`, { kind: 'delay', ms: 1_500, times: 1 })
      const [id, otherId] = [await requestSummary(user, video), await requestSummary(other, video)]
      await endIt(user, id)
      await untilState(other.client, otherId, 'ready')

      const params = { id }
      expect(await user.client.summaries.detail({ params })).toMatchObject({
        state: 'cancelled',
        summary: '',
        content: null,
        timings: null,
        headline: null,
        readMinutes: null,
        audioUrl: null,
      })
      expect((await refusal(user.client.summaries.transcript({ params }))).status).toBe(404)
      const list = await user.client.summaries.list()
      expect(list).toMatchObject({ data: [{ id, state: 'cancelled', headline: null }], month: { used: 0 } })
      expect((await user.client.summaries.list({ query: { state: 'unread' } })).data).toEqual([])

      await user.client.summaries.retry({ params })
      expect((await untilState(user.client, id, 'ready')).summary.length).toBeGreaterThan(300)
      expect((await user.client.summaries.list()).month.used).toBe(1)
    },
  )
})
