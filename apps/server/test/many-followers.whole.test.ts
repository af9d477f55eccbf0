import { describe, it } from 'vitest'
import { testManyFollowers } from './many-followers.ts'
import { useServer, usualDatabases } from './start-server.ts'

describe.each(usualDatabases)('a channel with a thousand followers, $name', ({ kind, isAvailable }) => {
  describe.runIf(isAvailable)('one new video', async () => {
    const test = await useServer({ database: kind })

    it('one new video of a channel with a thousand followers makes one transcript, one text, one audio and a thousand digests', () =>
      testManyFollowers(test, 1_000))
  })
})
