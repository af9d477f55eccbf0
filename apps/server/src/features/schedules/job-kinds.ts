import { defineJob } from '../../jobs/define-job.ts'

/** Looks for what the channels of a schedule have brought, and asks for its summaries. */
export const gatherRun = defineJob<{ runId: number }>({
  name: 'schedules.run',
  concurrency: 4,
  deadlineSeconds: 600,
})

/** Sends the digest of a run once nothing more comes of its videos. */
export const deliverRun = defineJob<{ runId: number }>({
  name: 'schedules.deliver',
  concurrency: 4,
  deadlineSeconds: 60,
})

/** Tells those who follow a channel how it does, so many users at a time. */
export const tellFollowers = defineJob<{ channelId: string; health: string; since: string; after: number }>({
  name: 'schedules.tell-followers',
  concurrency: 1,
  deadlineSeconds: 120,
})

export const scheduleJobs = [gatherRun, deliverRun, tellFollowers]
