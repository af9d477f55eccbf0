import { randomUUID } from 'node:crypto'
import type { Frequency } from '@recaps/domain/plans'
import { nextOccurrence } from '@recaps/domain/recurrence'
import type { Db } from '../../database/open.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { gatherRun } from './job-kinds.ts'
import { insertRuns, lockDueSchedules, measureScheduleBacklog, setNextRuns } from './runs-repository.ts'
import type { ScheduleKillPoint } from './schedule-kill-points.ts'

export interface ScheduleClaimerDeps {
  db: Db
  queue: Queue
  clock: Clock
  metrics: Metrics
  passed(point: ScheduleKillPoint): void
}

const batchSize = 500

/**
 * Starts a run for each due schedule. Any number of processes can do so in parallel: each skips the rows that others have
 * locked. The run, its job and the next date are written in one transaction, so each occurrence runs exactly once. Dates
 * missed during downtime are made up for by a single run.
 */
export function createScheduleClaimer({ db, queue, clock, metrics, passed }: ScheduleClaimerDeps) {
  async function claimBatch(): Promise<number> {
    const claimed = await db.transaction().execute(async trx => {
      const now = clock.now()
      const due = await lockDueSchedules(trx, now, batchSize)
      if (due.length === 0) return 0
      const runs = await insertRuns(
        trx,
        due.map(({ id, user_id, next_run_at }) => ({
          schedule_id: id,
          user_id,
          kind: 'due' as const,
          due_at: next_run_at,
          job_id: randomUUID(),
        })),
        now,
      )
      await queue.sendMany(
        trx,
        gatherRun,
        runs.map(({ id, job_id }) => ({ id: job_id, data: { runId: id } })),
      )
      await setNextRuns(
        trx,
        due.map(({ id, start_clock, frequency, timezone }) => ({
          id,
          at: nextOccurrence(start_clock, frequency as Frequency, timezone, now),
        })),
      )
      return due.length
    })
    if (claimed > 0) {
      metrics.runsClaimed(claimed)
      passed('runs-claimed')
    }
    return claimed
  }

  return {
    /** Claims all due schedules and returns their number. */
    async claimDue(): Promise<number> {
      let total = 0
      for (;;) {
        const claimed = await claimBatch()
        total += claimed
        if (claimed < batchSize) return total
      }
    },

    /** Reports the number of due schedules and their longest wait as metrics. */
    async measureLag(): Promise<void> {
      const now = clock.now()
      const { oldest, due } = await measureScheduleBacklog(db, now)
      metrics.schedulesDue(due, oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0)
    },
  }
}
