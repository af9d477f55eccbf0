import { inject, it } from 'vitest'
import { followsThroughKills } from './following-kills.ts'

it.runIf(inject('postgres'))(
  'two servers that are killed 200 times at random deliver each of 500 digests once',
  () => followsThroughKills(200, 500),
  1_800_000,
)
