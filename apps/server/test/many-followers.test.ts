import { it } from 'vitest'
import { manyFollowOne } from './many-followers.ts'
import { silence } from './silence.ts'
import { useServer } from './start-server.ts'

const test = await useServer({ ports: { speech: silence } })

it('one new video of a channel that fifty follow is read, written and spoken once, and told of fifty times', () =>
  manyFollowOne(test, 50))
