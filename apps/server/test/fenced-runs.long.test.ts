import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { runsInHand, standsStillAt } from './standing-still.ts'
import { eventually } from './waiting.ts'

describe.skipIf(!inject('postgres'))('a process that stands still with runs in hand, past its lease', () => {
  const { start, overtake, schedules } = standsStillAt([
    ['runs-claimed', ['mails', 'pushes']],
    ['run-begun', ['mails', 'pushes']],
    ['run-polled', ['mails', 'pushes']],
    ['run-gathered', ['mails', 'pushes']],
    ['item-requested', ['mails', 'pushes']],
  ])

  it('keeps nobody from what it was just claiming', async () => {
    const sleeper = await start()
    const blocker = new pg.Client({ connectionString: schedules().env.DATABASE_URL })
    await blocker.connect()
    await blocker.query('begin; lock table runs in exclusive mode')
    await schedules().add(runsInHand)
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into runs%'`
    await eventually(
      () => schedules().ask(waiting),
      rows => rows.length > 0,
    )
    sleeper.child.kill('SIGSTOP')
    // Its transaction holds the schedules now, and nobody goes on with it.
    await blocker.end()
    expect(await overtake(sleeper)).toEqual({ mails: 0, pushes: 0 })
  })
})
