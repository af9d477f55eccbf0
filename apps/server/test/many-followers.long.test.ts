import { describe, it } from 'vitest'
import { inTurn } from './extent.ts'
import { manyFollowOne } from './many-followers.ts'
import { databases, useServer } from './start-server.ts'

describe.each(inTurn(databases, 2, 2))(
  'one channel, a thousand followers, one new video, $name',
  ({ kind, isHere }) => {
    describe.runIf(isHere)('is', async () => {
      const test = await useServer({ database: kind })

      it('one transcript, one text, one sound and a thousand digests', () => manyFollowOne(test, 1_000))
    })
  },
)
