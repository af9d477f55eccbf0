import { parentPort, type Transferable, Worker } from 'node:worker_threads'

/** A fixed number of worker threads that each do one job at a time. A job that is aborted or overruns takes its thread down with it. */
export type Threads<Job, Result> = {
  /**
   * Rejects with the signal's reason when aborted, `JobOverrunError` after `deadlineMs` of running (waiting in the queue does not
   * count), `ThreadsClosedError` after `close`, and otherwise with what the job threw.
   */
  run(job: Job, options?: RunOptions): Promise<Result>
  /** Ends every thread at once; jobs queued or running are rejected. */
  close(): Promise<void>
}

type RunOptions = { signal?: AbortSignal; deadlineMs?: number; transfer?: readonly Transferable[] }

export class JobOverrunError extends Error {
  override name = 'JobOverrunError'
}

export class ThreadsClosedError extends Error {
  override name = 'ThreadsClosedError'
}

type Task<Job, Result> = { job: Job; options: RunOptions; resolve(result: Result): void; reject(reason: unknown): void }
type Answer<Result> = { result: Result } | { error: unknown }

/** Threads are started when first needed, and do not keep an idle process alive. `script` must call `serveJobs`. */
export function startThreads<Job, Result>(script: URL, count: number, workerData?: unknown): Threads<Job, Result> {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const ending = new Set<Promise<number>>()
  const running = new Set<(reason: unknown) => void>()
  let queue: Task<Job, Result>[] = []
  let isClosed = false

  function dispatch(): void {
    while (queue.length > 0) {
      const worker = idle.pop() ?? (all.size < count ? start() : undefined)
      if (!worker) return
      perform(worker, queue.shift()!)
    }
  }

  function start(): Worker {
    const worker = new Worker(script, { workerData })
    // Without a listener an error between jobs, or of a thread being ended, would end the process.
    worker.on('error', () => {})
    worker.on('exit', () => forget(worker))
    all.add(worker)
    return worker
  }

  function forget(worker: Worker): void {
    all.delete(worker)
    const at = idle.indexOf(worker)
    if (at !== -1) idle.splice(at, 1)
  }

  function discard(worker: Worker): void {
    forget(worker)
    const end = worker.terminate().finally(() => ending.delete(end))
    ending.add(end)
  }

  function perform(worker: Worker, { job, options, resolve, reject }: Task<Job, Result>): void {
    const { signal, deadlineMs, transfer } = options
    const timer = deadlineMs === undefined ? undefined : setTimeout(onOverrun, deadlineMs)
    worker.ref()
    worker.once('message', onAnswer).once('error', lose).once('exit', onExit)
    signal?.addEventListener('abort', onAbort)
    running.add(lose)
    try {
      worker.postMessage(job, transfer ?? [])
    } catch (error) {
      lose(error)
    }

    function onAnswer(answer: Answer<Result>): void {
      settle()
      worker.unref()
      idle.push(worker)
      if ('error' in answer) reject(answer.error)
      else resolve(answer.result)
      dispatch()
    }
    function onAbort(): void {
      lose(signal?.reason)
    }
    function onOverrun(): void {
      lose(new JobOverrunError(`the job took longer than ${deadlineMs} ms`))
    }
    function onExit(): void {
      lose(new Error('the worker thread ended in the middle of a job'))
    }
    function lose(reason: unknown): void {
      settle()
      discard(worker)
      reject(reason)
      dispatch()
    }
    function settle(): void {
      clearTimeout(timer)
      running.delete(lose)
      signal?.removeEventListener('abort', onAbort)
      worker.off('message', onAnswer).off('error', lose).off('exit', onExit)
    }
  }

  return {
    run(job, options = {}) {
      const { signal } = options
      if (isClosed) return Promise.reject(new ThreadsClosedError('closed'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      return new Promise((resolve, reject) => {
        const task: Task<Job, Result> = { job, options, resolve, reject }
        const leave = () => {
          if (!queue.includes(task)) return
          queue = queue.filter(other => other !== task)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        const forget = () => signal?.removeEventListener('abort', leave)
        task.resolve = result => (forget(), resolve(result))
        task.reject = reason => (forget(), reject(reason))
        queue.push(task)
        dispatch()
      })
    },
    async close() {
      isClosed = true
      const waiting = queue
      queue = []
      const closed = new ThreadsClosedError('closed')
      for (const task of waiting) task.reject(closed)
      for (const lose of [...running]) lose(closed)
      for (const worker of [...all]) discard(worker)
      await Promise.all(ending)
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
