import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DueSchedules, dueSchedules } from './due-schedules.ts'
import { inTurn } from './extent.ts'
import type { AnyPoint } from './killable-server.ts'
import { forkServer, type ServerProcess } from './server-process.ts'

export const runsInHand = 4

type Way = 'mails' | 'pushes'

/**
 * A process stops at each of these points with runs in hand, another takes over after its lease, and the first goes on: each run
 * has one digest. Beside what is strictly once stands what may not come twice either: what was just leaving on the other way
 * when the process stopped may.
 */
export function standsStillAt(points: readonly (readonly [point: AnyPoint, strictly: readonly Way[]])[]) {
  let schedules: DueSchedules
  let running: ServerProcess[]

  beforeEach(async () => {
    running = []
    schedules = await dueSchedules()
  })
  afterEach(async () => {
    await Promise.all(running.map(one => one.kill('SIGKILL')))
    await schedules.close()
  })
  const start = async () => {
    const server = await forkServer(schedules.env).serving
    running.push(server)
    return server
  }

  /** Another one delivers all, and then the one that stands goes on; gives how much of what leaves came twice. */
  async function overtake(sleeper: ServerProcess) {
    await start()
    await schedules.untilDelivered(120_000)
    sleeper.child.kill('SIGCONT')
    // What it still does it does now.
    await setTimeout(4_000)
    await schedules.untilDelivered(60_000)
    const { mailsTwice: mails, pushesTwice: pushes } = await schedules.expectOneDigestEach()
    return { mails, pushes }
  }

  it.each(inTurn(points, 3))(
    'changes nothing when it goes on from %s after another has delivered',
    async (point, strictly) => {
      const sleeper = await start()
      const stopped = sleeper.stopAt(point)
      await schedules.add(runsInHand, { afterMs: 1_000 })
      await stopped
      const twice = await overtake(sleeper)
      expect(strictly.map(way => [way, twice[way]])).toEqual(strictly.map(way => [way, 0]))
    },
    // A point that is never reached is known sooner than after the half hour that long tests have.
    400_000,
  )

  return { start, overtake, schedules: () => schedules }
}
