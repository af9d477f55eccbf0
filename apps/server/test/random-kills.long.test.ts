import { it } from 'vitest'
import { extent } from './extent.ts'
import { expectNoLossDespiteKills } from './random-kills.ts'

const kills = extent(200, 50)

it(
  `a server that is killed ${kills} times at random loses no work and repeats none`,
  () => expectNoLossDespiteKills(kills),
  1_800_000,
)
