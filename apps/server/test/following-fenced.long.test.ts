import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type DueSchedules, dueSchedules } from './due-schedules.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { eventually } from './waiting.ts'

const runsInHand = 4

/** Beside what is strictly once, what was just leaving on the other way when the process stopped: that may come twice. */
const points = [
  ['runs-claimed', ['mails', 'pushes']],
  ['run-begun', ['mails', 'pushes']],
  ['run-polled', ['mails', 'pushes']],
  ['run-gathered', ['mails', 'pushes']],
  ['item-requested', ['mails', 'pushes']],
  ['run-waits', ['mails', 'pushes']],
  ['run-delivered', ['mails', 'pushes']],
  ['mail-begun', ['mails']],
  ['mail-composed', ['mails']],
  ['push-begun', ['pushes']],
] as const

describe.skipIf(!inject('postgres'))('a process that stands still with runs in hand, past its lease', () => {
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

  it.each(points)('changes nothing when it goes on from %s after another has delivered', async (point, strictly) => {
    const sleeper = await start()
    const stopped = sleeper.stopAt(point)
    await schedules.add(runsInHand, { afterMs: 1_000 })
    await stopped
    const twice = await overtake(sleeper)
    expect(strictly.map(way => [way, twice[way]])).toEqual(strictly.map(way => [way, 0]))
  })

  it('keeps nobody from what it was just claiming', async () => {
    const sleeper = await start()
    const blocker = new pg.Client({ connectionString: schedules.env.DATABASE_URL })
    await blocker.connect()
    await blocker.query('begin; lock table runs in exclusive mode')
    await schedules.add(runsInHand)
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into runs%'`
    await eventually(
      () => schedules.ask(waiting),
      rows => rows.length > 0,
    )
    sleeper.child.kill('SIGSTOP')
    // Its transaction holds the schedules now, and nobody goes on with it.
    await blocker.end()
    expect(await overtake(sleeper)).toEqual({ mails: 0, pushes: 0 })
  })
})
