import { defineJob } from '../../jobs/define-job.ts'

/** Finds new uploads of a schedule's channels and requests their summaries. */
export const gatherRun = defineJob<{ runId: number }>({
  name: 'schedules.run',
  concurrency: 4,
  deadlineSeconds: 600,
})

/** Sends a run's digest once all of its summaries are final. */
export const deliverRun = defineJob<{ runId: number }>({
  name: 'schedules.deliver',
  concurrency: 4,
  deadlineSeconds: 60,
})

/** Notifies a channel's followers that its health has changed, in batches of users. */
export const notifyFollowers = defineJob<{ channelId: string; health: string; since: string; after: number }>({
  name: 'schedules.tell-followers',
  concurrency: 1,
  deadlineSeconds: 120,
})

export const scheduleJobs = [gatherRun, deliverRun, notifyFollowers]
