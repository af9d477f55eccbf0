import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TestJob } from '../test/odd-jobs-thread.ts'
import { JobOverrunError, startThreads, type Threads, ThreadsClosedError } from './threads.ts'

vi.setConfig({ testTimeout: 30_000 })

const open: Threads<TestJob, unknown>[] = []
const start = (count: number) => {
  const threads = startThreads<TestJob, unknown>(new URL('../test/odd-jobs-thread.ts', import.meta.url), count)
  open.push(threads)
  return threads
}

afterEach(() => Promise.all(open.splice(0).map(threads => threads.close())))

describe('startThreads', () => {
  it('worker threads run more jobs than there are threads and return each result to its caller', async () => {
    const threads = start(2)
    const results = await Promise.all([1, 2, 3, 4, 5].map(value => threads.run({ kind: 'echo', value })))
    expect(results).toEqual([1, 2, 3, 4, 5])
    const ids = await Promise.all(Array.from({ length: 6 }, () => threads.run({ kind: 'thread' })))
    expect(new Set(ids).size).toBeLessThanOrEqual(2)
  })

  it('worker threads reject with the error of a job and keep working', async () => {
    const threads = start(1)
    await expect(threads.run({ kind: 'throw' })).rejects.toThrow('thrown in the thread')
    await expect(threads.run({ kind: 'uncloneable' })).rejects.toThrow('could not be cloned')
    expect(await threads.run({ kind: 'echo', value: 'still here' })).toBe('still here')
  })

  it('worker threads stop a job at its deadline and run the next job in a new thread', async () => {
    const threads = start(1)
    const first = await threads.run({ kind: 'thread' })
    await expect(threads.run({ kind: 'spin' }, { deadlineMs: 50 })).rejects.toThrow(JobOverrunError)
    expect(await threads.run({ kind: 'thread' })).not.toBe(first)
  })

  it('worker threads start the deadline of a job when it runs, not when it is queued', async () => {
    const threads = start(1)
    const long = threads.run({ kind: 'spin' }, { deadlineMs: 1500 })
    const short = threads.run({ kind: 'echo', value: 1 }, { deadlineMs: 1499 })
    await expect(long).rejects.toThrow(JobOverrunError)
    expect(await short).toBe(1)
  })

  it('worker threads abort running and queued jobs when their signal is aborted', async () => {
    const threads = start(1)
    const controller = new AbortController()
    const jobs = [1, 2].map(() => threads.run({ kind: 'spin' }, { signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('no longer needed')), 50)
    for (const job of jobs) await expect(job).rejects.toThrow('no longer needed')
    await expect(threads.run({ kind: 'thread' }, { signal: controller.signal })).rejects.toThrow('no longer needed')
    expect(await threads.run({ kind: 'echo', value: 2 })).toBe(2)
  })

  it('worker threads reject a job whose thread exits and a job that cannot be cloned', async () => {
    const threads = start(1)
    await expect(threads.run({ kind: 'exit' })).rejects.toThrow('exited during a job')
    await expect(threads.run({ kind: 'echo', value: () => 0 })).rejects.toThrow('could not be cloned')
    expect(await threads.run({ kind: 'echo', value: 3 })).toBe(3)
  })

  it('worker threads reject running, queued and new jobs when closed', async () => {
    const threads = start(1)
    const jobs = [threads.run({ kind: 'spin' }), threads.run({ kind: 'thread' })]
    const rejected = Promise.all(jobs.map(job => expect(job).rejects.toThrow(ThreadsClosedError)))
    await threads.close()
    await rejected
    await expect(threads.run({ kind: 'thread' })).rejects.toThrow(ThreadsClosedError)
  })
})
