import { it } from 'vitest'
import { survivesKills } from './random-kills.ts'

it(
  'a server that is killed 200 times at random loses nothing and does nothing twice',
  () => survivesKills(200),
  1_800_000,
)
