import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OddJob } from '../test/odd-jobs-thread.ts'
import { JobOverrunError, startThreads, type Threads, ThreadsClosedError } from './threads.ts'

vi.setConfig({ testTimeout: 30_000 })

const open: Threads<OddJob, unknown>[] = []
const start = (count: number) => {
  const threads = startThreads<OddJob, unknown>(new URL('../test/odd-jobs-thread.ts', import.meta.url), count)
  open.push(threads)
  return threads
}

afterEach(() => Promise.all(open.splice(0).map(threads => threads.close())))

describe('worker threads', () => {
  it('do more jobs than there are threads, each with its own answer', async () => {
    const threads = start(2)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(value => threads.run({ kind: 'echo', value })))
    expect(answers).toEqual([1, 2, 3, 4, 5])
    const ids = await Promise.all(Array.from({ length: 6 }, () => threads.run({ kind: 'thread' })))
    expect(new Set(ids).size).toBeLessThanOrEqual(2)
  })

  it('hand on what a job throws and go on working', async () => {
    const threads = start(1)
    await expect(threads.run({ kind: 'throw' })).rejects.toThrow('thrown in the thread')
    await expect(threads.run({ kind: 'uncloneable' })).rejects.toThrow('could not be cloned')
    expect(await threads.run({ kind: 'echo', value: 'still here' })).toBe('still here')
  })

  it('end a job that overruns, and the next one runs in a new thread', async () => {
    const threads = start(1)
    const first = await threads.run({ kind: 'thread' })
    await expect(threads.run({ kind: 'spin' }, { deadlineMs: 50 })).rejects.toThrow(JobOverrunError)
    expect(await threads.run({ kind: 'thread' })).not.toBe(first)
  })

  it('count the deadline from the start of the job, not from its place in the queue', async () => {
    const threads = start(1)
    const long = threads.run({ kind: 'spin' }, { deadlineMs: 1500 })
    const short = threads.run({ kind: 'echo', value: 1 }, { deadlineMs: 1499 })
    await expect(long).rejects.toThrow(JobOverrunError)
    expect(await short).toBe(1)
  })

  it('give up a running and a waiting job when the signal says so', async () => {
    const threads = start(1)
    const controller = new AbortController()
    const jobs = [1, 2].map(() => threads.run({ kind: 'spin' }, { signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('not needed any more')), 50)
    for (const job of jobs) await expect(job).rejects.toThrow('not needed any more')
    await expect(threads.run({ kind: 'thread' }, { signal: controller.signal })).rejects.toThrow('not needed any more')
    expect(await threads.run({ kind: 'echo', value: 2 })).toBe(2)
  })

  it('reject the job of a thread that dies, and what cannot be sent', async () => {
    const threads = start(1)
    await expect(threads.run({ kind: 'exit' })).rejects.toThrow('ended in the middle')
    await expect(threads.run({ kind: 'echo', value: () => 0 })).rejects.toThrow('could not be cloned')
    expect(await threads.run({ kind: 'echo', value: 3 })).toBe(3)
  })

  it('reject everything when closed, running, waiting or new', async () => {
    const threads = start(1)
    const jobs = [threads.run({ kind: 'spin' }), threads.run({ kind: 'thread' })]
    const rejected = Promise.all(jobs.map(job => expect(job).rejects.toThrow(ThreadsClosedError)))
    await threads.close()
    await rejected
    await expect(threads.run({ kind: 'thread' })).rejects.toThrow(ThreadsClosedError)
  })
})
