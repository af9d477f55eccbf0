import { it } from 'vitest'
import { manyFollowOne } from './many-followers.ts'
import { silence } from './silence.ts'
import { useServer } from './start-server.ts'

const test = await useServer({ ports: { speech: silence } })

it('one new video of a channel that twenty follow is read, written and spoken once, and told of twenty times', () =>
  manyFollowOne(test, 20))
