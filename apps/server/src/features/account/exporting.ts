import { randomBytes } from 'node:crypto'
import { exportExpiresAt } from '@recaps/domain/retention'
import { eraseLater, keepFile } from '../../database/erasures.ts'
import type { Db } from '../../database/open.ts'
import { isHandedBack, restartsAllowed } from '../../jobs/handed-back.ts'
import type { Handler, JobRun, Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Notifications } from '../notifications/service.ts'
import { type ExportPartsDeps, exportParts } from './export-parts.ts'
import { makeExport } from './job-kinds.ts'
import { exportReady } from './mails.ts'
import type { AccountPoint } from './points.ts'
import { dropOlderExports, type ExportRow, moveExport, setJob, takeHoldOfExport } from './repository.ts'
import { zipOf } from './zip.ts'

export interface ExportingDeps extends ExportPartsDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  notifications: Notifications
  passed(point: AccountPoint): void
}

const retryPausesMs = [5_000, 60_000, 600_000]
/** Longer than any run: what a run that died has written is erased then. */
const draftKeptMs = 24 * 3600 * 1000

/** A run that dies leaves a file that nobody names; the next one begins anew and, as the only one, ends the export. */
export function createExporting(deps: ExportingDeps): Handler<{ exportId: number }> {
  return async ({ exportId }, run) => {
    const held = await takeHoldOfExport(deps.db, exportId, run)
    if (!held) return
    deps.passed('export-begun')
    if (run.restarts > restartsAllowed) {
      deps.logger.error({ exportId }, 'the process died too often under this export')
      return await goOn(held, undefined, deps)
    }
    try {
      await make(held, run, deps)
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      deps.logger.warn({ err: error, exportId }, 'export failed')
      await goOn(held, retryPausesMs[held.attempts], deps)
    }
  }
}

async function make(held: ExportRow, { signal }: JobRun, deps: ExportingDeps): Promise<void> {
  const { db, clock, storage } = deps
  const startedAt = clock.now()
  const file = `exports/${randomBytes(16).toString('hex')}.zip`
  await eraseLater(db, [file], new Date(startedAt.getTime() + draftKeptMs))
  await storage.put(file, zipOf(exportParts(held.user_id, startedAt, deps), signal))
  deps.passed('export-stored')
  const bytes = await storage.size(file)
  const isSaved = await db.transaction().execute(async trx => {
    const now = clock.now()
    const ready = { state: 'ready', file, bytes, ready_at: now, expires_at: exportExpiresAt(now) } as const
    if (!(await moveExport(trx, held, ready))) return false
    if (!(await keepFile(trx, file, now))) throw new Error('the export took so long that its file may be gone')
    await eraseLater(trx, await dropOlderExports(trx, held.user_id, held.id), now)
    await deps.notifications.sendMail(trx, exportReady, { userId: held.user_id }, {})
    return true
  })
  if (!isSaved) return await storage.delete(file)
  deps.passed('export-saved')
}

/** Tries again after a pause, or, without one, ends it. */
async function goOn(held: ExportRow, pauseMs: number | undefined, { db, queue }: ExportingDeps): Promise<void> {
  await db.transaction().execute(async trx => {
    if (pauseMs === undefined) return void (await moveExport(trx, held, { state: 'failed' }))
    if (await moveExport(trx, held, { attempts: held.attempts + 1 }))
      await setJob(trx, held.id, await queue.send(trx, makeExport, { exportId: held.id }, { afterMs: pauseMs }))
  })
}
