import { sql } from 'kysely'
import type { Db } from '../database/open.ts'
import type { Logger } from '../telemetry/logger.ts'

export interface WatchdogTimes {
  everyMs: number
  /** A job that is due for so long while no worker runs any has been overlooked. */
  overlookedMs: number
}

const usualTimes: WatchdogTimes = { everyMs: 30_000, overlookedMs: 120_000 }

/**
 * Ends a worker that finishes nothing while work waits, by `onStuck`: whatever supervises the process starts a new one. That
 * should never happen; where it does, waiting work would wait for ever, behind a process that looks healthy.
 */
export function watchWorkers(
  { db, logger, lastActiveAt }: { db: Db; logger: Logger; lastActiveAt(): number },
  onStuck: (reason: string) => void,
  { everyMs, overlookedMs }: WatchdogTimes = usualTimes,
): { stop(): void } {
  const check = async () => {
    if (performance.now() - lastActiveAt() < overlookedMs) return
    // A worker elsewhere that is alive would have begun one of them.
    const { rows } = await sql<{ due: number; active: number }>`
      select count(*) filter (where state < 'active' and start_after < now() - ${overlookedMs} * interval '1 ms')::int as due,
             count(*) filter (where state = 'active')::int as active
      from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%'`.execute(db)
    const { due, active } = rows[0]!
    if (due > 0 && active === 0) onStuck(`${due} jobs are overdue and no worker begins one`)
  }
  const timer = setInterval(() => {
    // Without a database no worker can do anything, and a new process could not either.
    check().catch(error => logger.warn({ err: error }, 'watching the workers failed'))
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}
