import { createExporting } from '../features/account/exporting.ts'
import { makeExport } from '../features/account/job-kinds.ts'
import { workMails } from '../features/notifications/mails-job.ts'
import { workPushes } from '../features/notifications/pushes-job.ts'
import { workSummaries } from '../features/summaries/jobs.ts'
import type { Services } from './services.ts'

/** Runs the background jobs. */
export async function startWorker(services: Services): Promise<{ stop(graceMs: number): Promise<void> }> {
  await workMails(services.mailJobDeps)
  await workPushes(services.pushJobDeps)
  await workSummaries(services.jobDeps)
  await services.billing.work()
  await services.following.work(services.queue)
  await services.queue.work(makeExport, createExporting(services.exporting))
  return { stop: graceMs => services.queue.stop({ graceMs }) }
}
