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
/** Longer than any run, so that a file left by a crashed run is erased after this time. */
const draftLifetimeMs = 24 * 3600 * 1000

/** A crashed run leaves a file that no row references. The next run starts over, and only that run can complete the export. */
export function createExporting(deps: ExportingDeps): Handler<{ exportId: number }> {
  return async ({ exportId }, run) => {
    const claimed = await takeHoldOfExport(deps.db, exportId, run)
    if (!claimed) return
    deps.passed('export-begun')
    if (run.restarts > restartsAllowed) {
      deps.logger.error({ exportId }, 'export failed: the process crashed too often')
      return await retryOrFail(claimed, undefined, deps)
    }
    try {
      await writeExport(claimed, run, deps)
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      deps.logger.warn({ err: error, exportId }, 'export attempt failed')
      await retryOrFail(claimed, retryPausesMs[claimed.attempts], deps)
    }
  }
}

async function writeExport(claimed: ExportRow, { signal }: JobRun, deps: ExportingDeps): Promise<void> {
  const { db, clock, storage } = deps
  const startedAt = clock.now()
  const file = `exports/${randomBytes(16).toString('hex')}.zip`
  await eraseLater(db, [file], new Date(startedAt.getTime() + draftLifetimeMs))
  await storage.put(file, zipOf(exportParts(claimed.user_id, startedAt, deps), signal))
  deps.passed('export-stored')
  const bytes = await storage.size(file)
  const isSaved = await db.transaction().execute(async trx => {
    const now = clock.now()
    const ready = { state: 'ready', file, bytes, ready_at: now, expires_at: exportExpiresAt(now) } as const
    if (!(await moveExport(trx, claimed, ready))) return false
    if (!(await keepFile(trx, file, now))) throw new Error('the export took too long: its file may have been erased')
    await eraseLater(trx, await dropOlderExports(trx, claimed.user_id, claimed.id), now)
    await deps.notifications.sendMail(trx, exportReady, { userId: claimed.user_id }, {})
    return true
  })
  if (!isSaved) return await storage.delete(file)
  deps.passed('export-saved')
}

/** Retries the export after a pause, or fails it if there is no pause. */
async function retryOrFail(
  claimed: ExportRow,
  pauseMs: number | undefined,
  { db, queue }: ExportingDeps,
): Promise<void> {
  await db.transaction().execute(async trx => {
    if (pauseMs === undefined) return void (await moveExport(trx, claimed, { state: 'failed' }))
    if (await moveExport(trx, claimed, { attempts: claimed.attempts + 1 }))
      await setJob(trx, claimed.id, await queue.send(trx, makeExport, { exportId: claimed.id }, { afterMs: pauseMs }))
  })
}
