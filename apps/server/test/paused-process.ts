import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDueSchedules, type DueSchedules } from './due-schedules.ts'
import { sample } from './extent.ts'
import type { KillPoint } from './killable-server.ts'
import { forkServer, type ServerProcess } from './server-process.ts'

export const claimedRunCount = 4

type Delivery = 'mails' | 'pushes'

/**
 * Tests a process that pauses at each of these points while it works on runs, until another process has taken over after its lease.
 * Each run must produce one digest. `exactlyOnce` lists the deliveries that must not be repeated; the others may be, if they were
 * being sent when the process paused.
 */
export function testPausedProcess(points: readonly (readonly [point: KillPoint, exactlyOnce: readonly Delivery[]])[]) {
  let schedules: DueSchedules
  let running: ServerProcess[]

  beforeEach(async () => {
    running = []
    schedules = await createDueSchedules()
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

  /** Lets another process deliver everything and then continues the paused one. Returns how many deliveries were repeated. */
  async function overtake(pausedServer: ServerProcess) {
    await start()
    await schedules.untilDelivered(120_000)
    pausedServer.child.kill('SIGCONT')
    // Time for the process to finish its remaining work.
    await setTimeout(4_000)
    await schedules.untilDelivered(60_000)
    const { repeatedMails: mails, repeatedPushes: pushes } = await schedules.expectOneDigestEach()
    return { mails, pushes }
  }

  it.each(sample(points, 3))(
    'a process that was paused at %s changes nothing when it continues after another one has delivered',
    async (point, exactlyOnce) => {
      const pausedServer = await start()
      const stopped = pausedServer.pauseAt(point)
      await schedules.add(claimedRunCount, { afterMs: 1_000 })
      await stopped
      const repeated = await overtake(pausedServer)
      expect(exactlyOnce.map(delivery => [delivery, repeated[delivery]])).toEqual(
        exactlyOnce.map(delivery => [delivery, 0]),
      )
    },
    // Below the half hour of long tests, so that a point that is never reached fails sooner.
    400_000,
  )

  return { start, overtake, schedules: () => schedules }
}
