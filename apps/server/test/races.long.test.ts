import { describe, it } from 'vitest'
import { extent, inTurn } from './extent.ts'
import { raceForTheLastChannel, raceForTheLastPlace } from './races.ts'
import { databases } from './start-server.ts'

const [quotaRounds, channelRounds] = [extent(200, 40), extent(100, 20)]

describe.each(inTurn(databases, 2, 2))('limits of a plan, $name', ({ kind, isHere }) => {
  it.runIf(isHere)(
    `exactly one of 50 parallel requests gets the last unit of the monthly quota, in each of ${quotaRounds} rounds [threat 18]`,
    () => raceForTheLastPlace(kind, quotaRounds),
  )
  it.runIf(isHere)(
    `only one of 20 channels added in parallel is followed if the plan allows one, in each of ${channelRounds} rounds [threat 19]`,
    () => raceForTheLastChannel(kind, channelRounds),
  )
})
