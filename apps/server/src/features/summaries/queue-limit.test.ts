import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, refusal, untilState, youtube } from '../../../test/waiting.ts'

describe.each(databases.filter(({ isHere }) => isHere))('a queue limit of two summaries, $name', async ({ kind }) => {
  const test = await useServer({ database: kind, env: { QUEUE_LIMIT: '2' }, ports: { speech: silence } })
  const wish = (n: number) => ({ body: { urlOrId: talks[n]!, type: youtube } })

  const captions = new TextEncoder().encode(
    Array.from({ length: 30 }, (_, n) => `The wall of the year ${1700 + n} is ${n + 2} metres high.`).join('\n'),
  )

  it('a third request gets 503 with Retry-After, costs no quota, and succeeds once there is room', async () => {
    const [one, other] = [await test.newUser(), await test.newUser()]
    // Nothing is finished before all have asked.
    test.fake.fault('timedtext|*|*', { kind: 'hang' })
    const first = await one.client.summaries.request(wish(0))
    await one.client.summaries.request(wish(1))
    const { token } = other
    const answer = await fetch(`${test.url}/api/summaries`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(wish(2).body),
    })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({
      code: 'queue_full',
      error: 'So many summaries are being made that yours would take too long. Please try again in a few minutes.',
    })
    expect((await other.client.summaries.list()).data).toEqual([])
    expect((await other.client.summaries.list()).month.used).toBe(0)

    // Who asks for one that is being made waits for that, and makes nothing longer.
    const joined = await other.client.summaries.request(wish(0))
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
    const taken = await eventually(
      () => other.client.summaries.request(wish(2)).catch(() => null),
      summary => summary !== null,
    )
    test.fake.clearFaults()
    await untilState(other.client, taken!.id, 'ready')
  })
})
