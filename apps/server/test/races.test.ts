import { describe, it } from 'vitest'
import { raceForTheLastChannel, raceForTheLastPlace } from './races.ts'
import { databasesInTurn } from './start-server.ts'

describe.each(databasesInTurn)('what a plan allows, $name', ({ kind, isHere }) => {
  it.runIf(isHere)('of 50 requests with one place left exactly one is taken, in each of 4 rounds', () =>
    raceForTheLastPlace(kind, 4),
  )
  it.runIf(isHere)('of 20 channels added at once one is followed, in each of 3 rounds', () =>
    raceForTheLastChannel(kind, 3),
  )
})
