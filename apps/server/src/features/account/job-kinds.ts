import { defineJob } from '../../jobs/define-job.ts'

/** Puts everything of one user into a zip. Idempotent: only the run that holds the export can end it. */
export const makeExport = defineJob<{ exportId: number }>({
  name: 'account.make-export',
  concurrency: 1,
  deadlineSeconds: 3600,
})

export const accountJobs = [makeExport]
