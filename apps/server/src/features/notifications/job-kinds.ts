import { defineJob } from '../../jobs/define-job.ts'

/** Composes one mail of the outbox and hands it over. */
export const sendMailJob = defineJob<{ outboxId: number }>({
  name: 'notifications.send-mail',
  concurrency: 4,
  deadlineSeconds: 180,
})

export const notificationJobs = [sendMailJob]
