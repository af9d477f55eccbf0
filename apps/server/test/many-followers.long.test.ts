import { describe, it } from 'vitest'
import { inTurn } from './extent.ts'
import { manyFollowOne } from './many-followers.ts'
import { databases, useServer } from './start-server.ts'

describe.each(inTurn(databases, 2, 2))('a channel with a thousand followers, $name', ({ kind, isHere }) => {
  describe.runIf(isHere)('one new video', async () => {
    const test = await useServer({ database: kind })

    it('one new video of a channel with a thousand followers makes one transcript, one text, one audio and a thousand digests', () =>
      manyFollowOne(test, 1_000))
  })
})
