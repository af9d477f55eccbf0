import { describe, it } from 'vitest'
import { extent, inTurn } from './extent.ts'
import { raceForTheLastChannel, raceForTheLastPlace } from './races.ts'
import { databases } from './start-server.ts'

const [places, channels] = [extent(200, 40), extent(100, 20)]

describe.each(inTurn(databases, 2, 2))('what a plan allows, $name', ({ kind, isHere }) => {
  it.runIf(isHere)(
    `of 50 requests with one place left exactly one is taken, in each of ${places} rounds [threat 18]`,
    () => raceForTheLastPlace(kind, places),
  )
  it.runIf(isHere)(`of 20 channels added at once one is followed, in each of ${channels} rounds [threat 19]`, () =>
    raceForTheLastChannel(kind, channels),
  )
})
