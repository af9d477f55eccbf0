import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, refusal, untilState, youtube } from '../../../test/wait-for.ts'

describe.each(databases.filter(({ isAvailable }) => isAvailable))(
  'a queue limit of two summaries, $name',
  async ({ kind }) => {
    const test = await useServer({ database: kind, env: { QUEUE_LIMIT: '2' }, ports: { speech: silentSpeech } })
    const requestFor = (n: number) => ({ body: { urlOrId: talks[n]!, type: youtube } })

    const captions = new TextEncoder().encode(
      Array.from({ length: 30 }, (_, n) => `The wall of the year ${1700 + n} is ${n + 2} metres high.`).join('\n'),
    )

    it('rejects a request beyond the queue limit with 503 and Retry-After, without charging quota, until there is room', async () => {
      const [one, other] = [await test.newUser(), await test.newUser()]
      // No summary finishes before all are requested.
      test.fake.fault('timedtext|*|*', { kind: 'hang' })
      const first = await one.client.summaries.request(requestFor(0))
      await one.client.summaries.request(requestFor(1))
      const { token } = other
      const response = await fetch(`${test.url}/api/summaries`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(requestFor(2).body),
      })
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({
        code: 'queue_full',
        error: 'We’re very busy right now, so your summary would take too long. Please try again in a few minutes.',
      })
      expect((await other.client.summaries.list()).data).toEqual([])
      expect((await other.client.summaries.list()).month.used).toBe(0)

      // A request for a recap in progress joins it and does not lengthen the queue.
      const joined = await other.client.summaries.request(requestFor(0))
      expect(joined.state).not.toBe('failed')
      expect(
        await refusal(
          one.client.summaries.upload({
            query: { name: 'talk.txt' },
            body: captions,
          }),
        ),
      ).toMatchObject({ code: 'queue_full' })

      await one.client.summaries.cancel({ params: { id: first.id } })
      await other.client.summaries.cancel({ params: { id: joined.id } })
      const accepted = await eventually(
        () => other.client.summaries.request(requestFor(2)).catch(() => null),
        summary => summary !== null,
      )
      test.fake.clearFaults()
      await untilState(other.client, accepted!.id, 'ready')
    })
  },
)
