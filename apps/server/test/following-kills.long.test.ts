import { inject, it } from 'vitest'
import { extent } from './extent.ts'
import { followsThroughKills } from './following-kills.ts'

const [kills, digests] = [extent(200, 50), extent(500, 150)]

it.runIf(inject('postgres'))(
  `two servers deliver each of ${digests} digests exactly once while they are killed ${kills} times at random`,
  () => followsThroughKills(kills, digests),
  1_800_000,
)
