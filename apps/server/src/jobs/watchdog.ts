import { sql } from 'kysely'
import type { Db } from '../database/open.ts'
import type { Logger } from '../telemetry/logger.ts'

export interface WatchdogTimes {
  everyMs: number
  /** A job that has been due for this long counts as overlooked if no worker runs any job. */
  overlookedMs: number
}

const defaultTimes: WatchdogTimes = { everyMs: 30_000, overlookedMs: 120_000 }

/**
 * Calls `onStuck` when workers finish nothing although jobs are due, so that the supervisor can restart the process. This
 * should never happen. Without the watchdog, jobs would wait forever behind a process that looks healthy.
 */
export function watchWorkers(
  { db, logger, lastActiveAt }: { db: Db; logger: Logger; lastActiveAt(): number },
  onStuck: (reason: string) => void,
  { everyMs, overlookedMs }: WatchdogTimes = defaultTimes,
): { stop(): void } {
  const check = async () => {
    if (performance.now() - lastActiveAt() < overlookedMs) return
    // A healthy worker in another process would have started one of them.
    const { rows } = await sql<{ due: number; active: number }>`
      select count(*) filter (where state < 'active' and start_after < now() - ${overlookedMs} * interval '1 ms')::int as due,
             count(*) filter (where state = 'active')::int as active
      from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%'`.execute(db)
    const { due, active } = rows[0]!
    if (due > 0 && active === 0) onStuck(`${due} jobs are overdue and no worker starts one`)
  }
  const timer = setInterval(() => {
    // Only logged: without a database no worker can run jobs, and a new process couldn't either.
    check().catch(error => logger.warn({ err: error }, 'watchdog check failed'))
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}
