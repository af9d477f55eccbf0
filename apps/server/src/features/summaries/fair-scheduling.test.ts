import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'
import type { Speech } from '../../ports/speech.ts'

/** Concurrency of the captions step. Summaries that are in this step already are not overtaken. */
const captionsConcurrency = 4

describe.each(databases.filter(({ isAvailable }) => isAvailable))('fair scheduling, $name', async ({ kind }) => {
  const spoken: string[] = []
  const concurrent: number[] = []
  let inProgress = 0
  let mayStart = Promise.resolve()
  const speech: Speech = {
    ...silentSpeech,
    async speak(task, ...rest) {
      concurrent.push(++inProgress)
      await mayStart
      spoken.push(task.title)
      inProgress--
      return await silentSpeech.speak(task, ...rest)
    },
  }
  const test = await useServer({ database: kind, ports: { speech } })

  it('writes a user’s first summary before the rest of another user’s earlier batch', async () => {
    const [many, one] = [await test.newUser(), await test.newUser()]
    // No summary starts before all are requested.
    test.fake.fault('player|*|*', { kind: 'delay', ms: 1_500 })
    const batch = talks.slice(1)
    for (const urlOrId of batch) await many.client.summaries.request({ body: { urlOrId, type: youtube } })
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
    const position = inOrder.findIndex(({ video_id: videoId }) => videoId === talks[0])
    expect(position).toBeLessThanOrEqual(2 * captionsConcurrency)
  })
  it('generates audio for a user’s first summary before the rest of another user’s earlier batch', async () => {
    const [many, one] = [await test.newUser(), await test.newUser()]
    const { promise, resolve: start } = Promise.withResolvers<void>()
    mayStart = promise
    const preset = 'short' as const
    const batch = talks.slice(1)
    for (const urlOrId of batch) await many.client.summaries.request({ body: { urlOrId, type: youtube, preset } })
    // The whole batch is waiting for audio.
    await eventually(
      async () => (await many.client.summaries.list()).data.every(({ state }) => state === 'readable'),
      Boolean,
      120_000,
    )
    spoken.length = 0
    const { id } = await one.client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube, preset } })
    const { videoInfo } = await untilState(one.client, id, 'readable')
    start()
    await untilState(one.client, id, 'ready')
    // One audio was in progress already, and the order of equal priorities is undefined.
    expect(spoken.indexOf(videoInfo.title)).toBeLessThanOrEqual(2)
    // The built-in voice uses all processors, so a second audio at the same time would slow down both.
    expect(Math.max(...concurrent)).toBe(1)
  })
})
