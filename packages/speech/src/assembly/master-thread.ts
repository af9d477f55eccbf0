import { serveJobs } from '../threads.ts'
import { type MasterJob, type MasterResult, master } from './master.ts'

/** Worker thread script: turns a timeline into an MP3. */
serveJobs<MasterJob, MasterResult>(async job => {
  const result = await master(job)
  return { result, transfer: [result.mp3.buffer] }
})
