import { defineJob } from '../../jobs/define-job.ts'

/** Composes one mail of the outbox and hands it over. */
export const sendMailJob = defineJob<{ outboxId: number }>({
  name: 'notifications.send-mail',
  concurrency: 4,
  deadlineSeconds: 180,
})

/** Hands one push message of the outbox to the service that reaches its device. */
export const sendPushJob = defineJob<{ outboxId: number }>({
  name: 'notifications.send-push',
  concurrency: 4,
  // A user names the addresses of their devices, and those may answer slowly or not at all.
  concurrencyPerUser: 2,
  deadlineSeconds: 60,
})

export const notificationJobs = [sendMailJob, sendPushJob]
