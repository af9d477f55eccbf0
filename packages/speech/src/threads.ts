import { parentPort, type Transferable, Worker } from 'node:worker_threads'

/** A pool of worker threads; each runs one job at a time. Aborting a job, or missing its deadline, terminates its thread. */
export type Threads<Job, Result> = {
  /**
   * Rejects with the signal's reason when aborted, with `JobOverrunError` after running for `deadlineMs` (time in the queue does not
   * count), with `ThreadsClosedError` after `close`, and with the job's own error if it throws.
   */
  run(job: Job, options?: RunOptions): Promise<Result>
  /** Terminates all threads immediately and rejects queued and running jobs. Resolves once the threads have exited. */
  close(): Promise<void>
}

export type RunOptions = { signal?: AbortSignal; deadlineMs?: number; transfer?: readonly Transferable[] }

export class JobOverrunError extends Error {
  override name = 'JobOverrunError'
}

export class ThreadsClosedError extends Error {
  override name = 'ThreadsClosedError'
}

type Outcome<Result> = { result: Result } | { error: unknown }

type Task<Job, Result> = {
  job: Job
  options: RunOptions
  /** Undefined while the task is queued. */
  worker?: Worker
  timer?: NodeJS.Timeout
  settle(outcome: Outcome<Result>): void
}

/**
 * Creates a thread pool. Threads start on demand and do not keep an idle process alive. `script` is a module that calls `serveJobs`.
 *
 * Existing pools lack what a synthesiser needs: a deadline that counts from the start of the job, and forced termination, because
 * WebAssembly stuck in a loop cannot respond to messages.
 */
export function startThreads<Job, Result>(script: URL, count: number, workerData?: unknown): Threads<Job, Result> {
  const idle = new Set<Worker>()
  const busy = new Map<Worker, Task<Job, Result>>()
  const queue = new Set<Task<Job, Result>>()
  const terminations = new Set<Promise<unknown>>()
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
    worker.on('message', (outcome: Outcome<Result>) => complete(worker, outcome))
    worker.on('error', error => discard(worker, error))
    worker.on('exit', () => discard(worker, new Error('the worker thread exited during a job')))
    return worker
  }

  function assign(task: Task<Job, Result>, worker: Worker): void {
    const { deadlineMs, transfer = [] } = task.options
    idle.delete(worker)
    busy.set(worker, task)
    task.worker = worker
    if (deadlineMs !== undefined) {
      const overrun = new JobOverrunError(`the job took longer than ${deadlineMs} ms`)
      task.timer = setTimeout(() => discard(worker, overrun), deadlineMs)
    }
    worker.ref()
    try {
      worker.postMessage(task.job, transfer)
    } catch (error) {
      discard(worker, error)
    }
  }

  function complete(worker: Worker, outcome: Outcome<Result>): void {
    const task = busy.get(worker)
    if (!task) return
    busy.delete(worker)
    idle.add(worker)
    worker.unref()
    task.settle(outcome)
    dispatch()
  }

  /** Discards a thread that has died or must be stopped, and rejects its job. */
  function discard(worker: Worker, error: unknown): void {
    const task = busy.get(worker)
    if (!task && !idle.has(worker)) return
    busy.delete(worker)
    idle.delete(worker)
    const termination = worker.terminate().finally(() => terminations.delete(termination))
    terminations.add(termination)
    task?.settle({ error })
    dispatch()
  }

  function cancel(task: Task<Job, Result>, error: unknown): void {
    if (task.worker) discard(task.worker, error)
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
          settle(outcome) {
            clearTimeout(task.timer)
            signal?.removeEventListener('abort', onAbort)
            if ('error' in outcome) reject(outcome.error)
            else resolve(outcome.result)
          },
        }
        const onAbort = () => cancel(task, signal?.reason)
        signal?.addEventListener('abort', onAbort)
        queue.add(task)
        dispatch()
      })
    },
    async close() {
      isClosed = true
      const error = new ThreadsClosedError('these threads are closed')
      for (const task of [...queue, ...busy.values()]) cancel(task, error)
      for (const worker of idle) discard(worker, error)
      await Promise.all(terminations)
    },
  }
}

/** Handles the jobs that `Threads.run` sends. Call it once in the thread's script. */
export function serveJobs<Job, Result>(
  perform: (job: Job) => Promise<{ result: Result; transfer?: readonly Transferable[] }>,
): void {
  const port = parentPort
  if (!port) throw new Error('serveJobs only works in a worker thread')
  port.on('message', async (job: Job) => {
    try {
      const { result, transfer } = await perform(job)
      port.postMessage({ result } satisfies Outcome<Result>, transfer ?? [])
    } catch (error) {
      port.postMessage({ error } satisfies Outcome<Result>)
    }
  })
}
