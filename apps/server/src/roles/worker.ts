import { workMails } from '../features/notifications/mails-job.ts'
import { workSummaries } from '../features/summaries/jobs.ts'
import type { Services } from './services.ts'

/** Runs the background jobs. */
export async function startWorker(services: Services): Promise<{ stop(graceMs: number): Promise<void> }> {
  await workMails(services.mailJobDeps)
  await workSummaries(services.jobDeps)
  return { stop: graceMs => services.queue.stop({ graceMs }) }
}
