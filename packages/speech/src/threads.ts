import { parentPort, type Transferable, Worker } from 'node:worker_threads'

/** A fixed number of worker threads that each do one job at a time. A job that is aborted or overruns takes its thread down with it. */
export type Threads<Job, Result> = {
  /**
   * Rejects with the signal's reason when aborted, `JobOverrunError` after `deadlineMs` of running (waiting in the queue does not
   * count), `ThreadsClosedError` after `close`, and otherwise with what the job threw.
   */
  run(job: Job, options?: RunOptions): Promise<Result>
  /** Ends every thread at once; jobs queued or running are rejected. Resolves when the threads are gone. */
  close(): Promise<void>
}

export type RunOptions = { signal?: AbortSignal; deadlineMs?: number; transfer?: readonly Transferable[] }

export class JobOverrunError extends Error {
  override name = 'JobOverrunError'
}

export class ThreadsClosedError extends Error {
  override name = 'ThreadsClosedError'
}

type Answer<Result> = { result: Result } | { error: unknown }

type Task<Job, Result> = {
  job: Job
  options: RunOptions
  /** Undefined while the task waits in the queue. */
  worker?: Worker
  timer?: NodeJS.Timeout
  settle(answer: Answer<Result>): void
}

/**
 * Threads are started when first needed and do not keep an idle process alive. `script` is a module that calls `serveJobs`.
 *
 * Written here because the pools at hand lack what a synthesiser needs: a deadline that counts from the start of the job, and a thread
 * that is ended without asking it, since WebAssembly in a loop answers nothing.
 */
export function startThreads<Job, Result>(script: URL, count: number, workerData?: unknown): Threads<Job, Result> {
  const idle = new Set<Worker>()
  const busy = new Map<Worker, Task<Job, Result>>()
  const queue = new Set<Task<Job, Result>>()
  const endings = new Set<Promise<unknown>>()
  let isClosed = false

  function dispatch(): void {
    for (const task of queue) {
      const [free] = idle
      const worker = free ?? (busy.size < count ? start() : undefined)
      if (!worker) return
      queue.delete(task)
      assign(task, worker)
    }
  }

  function start(): Worker {
    const worker = new Worker(script, { workerData })
    worker.on('message', (answer: Answer<Result>) => complete(worker, answer))
    worker.on('error', error => lose(worker, error))
    worker.on('exit', () => lose(worker, new Error('the worker thread ended in the middle of a job')))
    return worker
  }

  function assign(task: Task<Job, Result>, worker: Worker): void {
    const { deadlineMs, transfer = [] } = task.options
    idle.delete(worker)
    busy.set(worker, task)
    task.worker = worker
    if (deadlineMs !== undefined) {
      const overrun = new JobOverrunError(`the job took longer than ${deadlineMs} ms`)
      task.timer = setTimeout(() => lose(worker, overrun), deadlineMs)
    }
    worker.ref()
    try {
      worker.postMessage(task.job, transfer)
    } catch (error) {
      lose(worker, error)
    }
  }

  function complete(worker: Worker, answer: Answer<Result>): void {
    const task = busy.get(worker)
    if (!task) return
    busy.delete(worker)
    idle.add(worker)
    worker.unref()
    task.settle(answer)
    dispatch()
  }

  /** The thread is gone, or must go; so is its job. */
  function lose(worker: Worker, error: unknown): void {
    const task = busy.get(worker)
    if (!task && !idle.has(worker)) return
    busy.delete(worker)
    idle.delete(worker)
    const ending = worker.terminate().finally(() => endings.delete(ending))
    endings.add(ending)
    task?.settle({ error })
    dispatch()
  }

  function giveUp(task: Task<Job, Result>, error: unknown): void {
    if (task.worker) lose(task.worker, error)
    else if (queue.delete(task)) task.settle({ error })
  }

  return {
    run(job, options = {}) {
      const { signal } = options
      if (isClosed) return Promise.reject(new ThreadsClosedError('these threads are closed'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      return new Promise((resolve, reject) => {
        const task: Task<Job, Result> = {
          job,
          options,
          settle(answer) {
            clearTimeout(task.timer)
            signal?.removeEventListener('abort', onAbort)
            if ('error' in answer) reject(answer.error)
            else resolve(answer.result)
          },
        }
        const onAbort = () => giveUp(task, signal?.reason)
        signal?.addEventListener('abort', onAbort)
        queue.add(task)
        dispatch()
      })
    },
    async close() {
      isClosed = true
      const error = new ThreadsClosedError('these threads are closed')
      for (const task of [...queue, ...busy.values()]) giveUp(task, error)
      for (const worker of idle) lose(worker, error)
      await Promise.all(endings)
    },
  }
}

/** Called once in the script of a thread: answers every job that `Threads.run` sends. */
export function serveJobs<Job, Result>(
  perform: (job: Job) => Promise<{ result: Result; transfer?: readonly Transferable[] }>,
): void {
  const port = parentPort
  if (!port) throw new Error('serveJobs only works in a worker thread')
  port.on('message', async (job: Job) => {
    try {
      const { result, transfer } = await perform(job)
      port.postMessage({ result } satisfies Answer<Result>, transfer ?? [])
    } catch (error) {
      port.postMessage({ error } satisfies Answer<Result>)
    }
  })
}
