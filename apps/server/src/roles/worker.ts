import { workSummaries } from '../features/summaries/jobs.ts'
import type { Services } from './services.ts'

/** Runs the background jobs. */
export async function startWorker(services: Services): Promise<{ stop(graceMs: number): Promise<void> }> {
  await workSummaries(services.jobDeps)
  return { stop: graceMs => services.queue.stop({ graceMs }) }
}
