import { describe, it } from 'vitest'
import { raceForTheLastChannel, raceForTheLastPlace } from './races.ts'
import { databases } from './start-server.ts'

describe.each(databases)('what a plan allows, $name', ({ kind, isHere }) => {
  it.runIf(isHere)('of 50 requests with one place left exactly one is taken, in each of 200 rounds', () =>
    raceForTheLastPlace(kind, 200),
  )
  it.runIf(isHere)('of 20 channels added at once one is followed, in each of 100 rounds', () =>
    raceForTheLastChannel(kind, 100),
  )
})
