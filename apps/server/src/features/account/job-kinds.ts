import { defineJob } from '../../jobs/define-job.ts'

/** Writes all data of one user to a zip file. Idempotent: only the run that claimed the export can complete it. */
export const makeExport = defineJob<{ exportId: number }>({
  name: 'account.make-export',
  concurrency: 1,
  deadlineSeconds: 3600,
})

export const accountJobs = [makeExport]
