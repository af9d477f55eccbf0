import { it } from 'vitest'
import { manyFollowOne } from './many-followers.ts'
import { silence } from './silence.ts'
import { useServer } from './start-server.ts'

const test = await useServer({ ports: { speech: silence } })

it('one new video of a channel with twenty followers is transcribed, summarized and read out once, and sent in twenty digests', () =>
  manyFollowOne(test, 20))
