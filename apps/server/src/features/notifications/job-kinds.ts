import { defineJob } from '../../jobs/define-job.ts'

export const sendMailJob = defineJob<{ outboxId: number }>({
  name: 'notifications.send-mail',
  concurrency: 4,
  deadlineSeconds: 180,
})

export const sendPushJob = defineJob<{ outboxId: number }>({
  name: 'notifications.send-push',
  concurrency: 4,
  // Users choose the push endpoints of their devices, and those may answer slowly or not at all.
  concurrencyPerUser: 2,
  deadlineSeconds: 60,
})

export const notificationJobs = [sendMailJob, sendPushJob]
