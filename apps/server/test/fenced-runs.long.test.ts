import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { claimedRunCount, testPausedProcess } from './paused-process.ts'
import { eventually } from './wait-for.ts'

describe.skipIf(!inject('postgres'))('a process that is paused past its lease while it works on runs', () => {
  const { start, overtake, schedules } = testPausedProcess([
    ['runs-claimed', ['mails', 'pushes']],
    ['run-begun', ['mails', 'pushes']],
    ['run-polled', ['mails', 'pushes']],
    ['run-gathered', ['mails', 'pushes']],
    ['item-requested', ['mails', 'pushes']],
  ])

  it('other processes deliver the schedules that a process was claiming when it was paused past its lease', async () => {
    const pausedServer = await start()
    const blocker = new pg.Client({ connectionString: schedules().env.DATABASE_URL })
    await blocker.connect()
    await blocker.query('begin; lock table runs in exclusive mode')
    await schedules().add(claimedRunCount)
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into runs%'`
    await eventually(
      () => schedules().query(waiting),
      rows => rows.length > 0,
    )
    pausedServer.child.kill('SIGSTOP')
    // The open transaction of the paused process locks the schedules now.
    await blocker.end()
    expect(await overtake(pausedServer)).toEqual({ mails: 0, pushes: 0 })
  })
})
