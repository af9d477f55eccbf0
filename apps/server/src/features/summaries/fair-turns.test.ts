import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'

/** So many run at once, whoever asked for them. */
const atOnce = 4

describe.each(databases.filter(({ isHere }) => isHere))('users take turns, $name', async ({ kind }) => {
  const test = await useServer({ database: kind, ports: { speech: silence } })

  it('makes the first summary of one user before the many that another asked for earlier', async () => {
    const [many, one] = [await test.newUser(), await test.newUser()]
    // Nothing begins before all have asked.
    test.twin.fault('player|*|*', { kind: 'delay', ms: 1_500 })
    const asked = talks.slice(1)
    for (const urlOrId of asked) await many.client.summaries.request({ body: { urlOrId, type: youtube } })
    const { id } = await one.client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } })
    await untilState(one.client, id, 'readable', 'ready')
    const { data } = await many.client.summaries.list()
    const written = data.filter(({ state }) => state === 'readable' || state === 'ready')
    expect(written.length).toBeLessThanOrEqual(2 * atOnce)
    await eventually(
      async () => (await many.client.summaries.list()).data.every(({ state }) => state === 'ready'),
      Boolean,
      120_000,
    )
  })
})
