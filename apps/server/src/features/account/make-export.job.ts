import { randomBytes } from 'node:crypto'
import { exportExpiresAt } from '@recaps/domain/retention'
import { cancelFileErasure, scheduleFileErasure } from '../../database/erasures.ts'
import type { Db } from '../../database/open.ts'
import { isInterrupted, maxRestarts } from '../../jobs/interrupted-run.ts'
import type { Handler, JobRun, Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Notifications } from '../notifications/service.ts'
import { type ExportPartsDeps, exportParts } from './export-parts.ts'
import { makeExport } from './job-kinds.ts'
import type { AccountKillPoint } from './kill-points.ts'
import { exportReady } from './mails.ts'
import { claimExport, deleteOlderExports, type ExportRow, setExportJob, updateClaimedExport } from './repository.ts'
import { createZipStream } from './zip-stream.ts'

export interface MakeExportDeps extends ExportPartsDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  notifications: Notifications
  passed(point: AccountKillPoint): void
}

const retryPausesMs = [5_000, 60_000, 600_000]
/** Longer than any run, so that a file left by a crashed run is erased after this time. */
const draftLifetimeMs = 24 * 3600 * 1000

/** A crashed run leaves a file that no row references. The next run starts over, and only that run can complete the export. */
export function createMakeExportHandler(deps: MakeExportDeps): Handler<{ exportId: number }> {
  return async ({ exportId }, run) => {
    const claimed = await claimExport(deps.db, exportId, run)
    if (!claimed) return
    deps.passed('export-begun')
    if (run.restarts > maxRestarts) {
      deps.logger.error({ exportId }, 'export failed: the process crashed too often')
      return await retryOrFail(claimed, undefined, deps)
    }
    try {
      await writeExport(claimed, run, deps)
    } catch (error) {
      if (isInterrupted(error, run)) throw error
      deps.logger.warn({ err: error, exportId }, 'export attempt failed')
      await retryOrFail(claimed, retryPausesMs[claimed.attempts], deps)
    }
  }
}

async function writeExport(claimed: ExportRow, { signal }: JobRun, deps: MakeExportDeps): Promise<void> {
  const { db, clock, storage } = deps
  const startedAt = clock.now()
  const file = `exports/${randomBytes(16).toString('hex')}.zip`
  await scheduleFileErasure(db, [file], new Date(startedAt.getTime() + draftLifetimeMs))
  await storage.put(file, createZipStream(exportParts(claimed.user_id, startedAt, deps), signal))
  deps.passed('export-stored')
  const bytes = await storage.size(file)
  const isSaved = await db.transaction().execute(async trx => {
    const now = clock.now()
    const ready = { state: 'ready', file, bytes, ready_at: now, expires_at: exportExpiresAt(now) } as const
    if (!(await updateClaimedExport(trx, claimed, ready))) return false
    if (!(await cancelFileErasure(trx, file, now)))
      throw new Error('the export took too long: its file may have been erased')
    await scheduleFileErasure(trx, await deleteOlderExports(trx, claimed.user_id, claimed.id), now)
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
  { db, queue }: MakeExportDeps,
): Promise<void> {
  await db.transaction().execute(async trx => {
    if (pauseMs === undefined) return void (await updateClaimedExport(trx, claimed, { state: 'failed' }))
    if (await updateClaimedExport(trx, claimed, { attempts: claimed.attempts + 1 }))
      await setExportJob(
        trx,
        claimed.id,
        await queue.send(trx, makeExport, { exportId: claimed.id }, { afterMs: pauseMs }),
      )
  })
}
