import { describe, it } from 'vitest'
import { extent } from './extent.ts'
import { raceForLastChannel, raceForLastQuotaUnit } from './races.ts'
import { usualDatabases } from './start-server.ts'

const [quotaRounds, channelRounds] = [extent(200, 40), extent(100, 20)]

describe.each(usualDatabases)('limits of a plan, $name', ({ kind, isAvailable }) => {
  it.runIf(isAvailable)(
    `exactly one of 50 parallel requests gets the last unit of the monthly quota, in each of ${quotaRounds} rounds [threat 18]`,
    () => raceForLastQuotaUnit(kind, quotaRounds),
  )
  it.runIf(isAvailable)(
    `only one of 20 channels added in parallel is followed if the plan allows one, in each of ${channelRounds} rounds [threat 19]`,
    () => raceForLastChannel(kind, channelRounds),
  )
})
