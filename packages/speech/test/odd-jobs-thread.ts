import { threadId } from 'node:worker_threads'
import { serveJobs } from '../src/threads.ts'

export type TestJob = { kind: 'echo'; value: unknown } | { kind: 'thread' | 'spin' | 'throw' | 'exit' | 'uncloneable' }

serveJobs<TestJob, unknown>(async job => {
  if (job.kind === 'spin') for (;;);
  if (job.kind === 'throw') throw new RangeError('thrown in the thread')
  if (job.kind === 'exit') process.exit(3)
  if (job.kind === 'uncloneable') return { result: () => 0 }
  return { result: job.kind === 'echo' ? job.value : threadId }
})
