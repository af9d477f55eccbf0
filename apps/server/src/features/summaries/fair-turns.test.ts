import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'
import type { Speech } from '../../ports/speech.ts'

/** So many read captions at once, whoever asked for them; what they hold is written before anything that comes later. */
const atOnce = 4

describe.each(databases.filter(({ isHere }) => isHere))('users take turns, $name', async ({ kind }) => {
  const spoken: string[] = []
  const together: number[] = []
  let beingSpoken = 0
  let mayBeSpoken = Promise.resolve()
  const speech: Speech = {
    ...silence,
    async speak(asked, ...rest) {
      together.push(++beingSpoken)
      await mayBeSpoken
      spoken.push(asked.title)
      beingSpoken--
      return await silence.speak(asked, ...rest)
    },
  }
  const test = await useServer({ database: kind, ports: { speech } })

  it('makes a user’s first summary before the rest of another user’s earlier batch', async () => {
    const [many, one] = [await test.newUser(), await test.newUser()]
    // Nothing begins before all have asked.
    test.fake.fault('player|*|*', { kind: 'delay', ms: 1_500 })
    const asked = talks.slice(1)
    for (const urlOrId of asked) await many.client.summaries.request({ body: { urlOrId, type: youtube } })
    const { id } = await one.client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } })
    await untilState(one.client, id, 'ready')
    await eventually(
      async () => (await many.client.summaries.list()).data.every(({ state }) => state === 'ready'),
      Boolean,
      120_000,
    )
    const inOrder = await test.server.services.database.db
      .selectFrom('recaps')
      .select('video_id')
      .orderBy('readable_at')
      .execute()
    const place = inOrder.findIndex(({ video_id: videoId }) => videoId === talks[0])
    expect(place).toBeLessThanOrEqual(2 * atOnce)
  })
  it('reads a user’s first summary aloud before the rest of another user’s earlier batch', async () => {
    const [many, one] = [await test.newUser(), await test.newUser()]
    const { promise, resolve: speak } = Promise.withResolvers<void>()
    mayBeSpoken = promise
    const preset = 'short' as const
    const asked = talks.slice(1)
    for (const urlOrId of asked) await many.client.summaries.request({ body: { urlOrId, type: youtube, preset } })
    // All of theirs wait to be read aloud.
    await eventually(
      async () => (await many.client.summaries.list()).data.every(({ state }) => state === 'readable'),
      Boolean,
      120_000,
    )
    spoken.length = 0
    const { id } = await one.client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube, preset } })
    const { videoInfo } = await untilState(one.client, id, 'readable')
    speak()
    await untilState(one.client, id, 'ready')
    // One was being spoken already, and whose turn it is among equals is not said.
    expect(spoken.indexOf(videoInfo.title)).toBeLessThanOrEqual(2)
    // The built-in voice uses all processors for one: a second one would only make both take longer.
    expect(Math.max(...together)).toBe(1)
  })
})
