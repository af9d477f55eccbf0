import { inject, it } from 'vitest'
import { expectDigestsDespiteKills } from './digest-kills.ts'
import { extent } from './extent.ts'

const [kills, digests] = [extent(200, 50), extent(500, 150)]

it.runIf(inject('postgres'))(
  `two servers deliver each of ${digests} digests exactly once while they are killed ${kills} times at random`,
  () => expectDigestsDespiteKills(kills, digests),
  1_800_000,
)
