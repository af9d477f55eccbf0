import { makeExport } from '../features/account/job-kinds.ts'
import { createMakeExportHandler } from '../features/account/make-export.job.ts'
import { startMailWorker } from '../features/notifications/send-mail.job.ts'
import { startPushWorker } from '../features/notifications/send-push.job.ts'
import { registerSummaryJobs } from '../features/summaries/jobs.ts'
import type { Services } from './services.ts'

/** Runs the background jobs. */
export async function startWorker(services: Services): Promise<{ stop(graceMs: number): Promise<void> }> {
  await startMailWorker(services.mailJobDeps)
  await startPushWorker(services.pushJobDeps)
  await registerSummaryJobs(services.jobDeps)
  await services.billing.work()
  await services.following.work(services.queue)
  await services.queue.work(makeExport, createMakeExportHandler(services.makeExportDeps))
  return { stop: graceMs => services.queue.stop({ graceMs }) }
}
