import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Options, Source, Summary } from '../src/index.ts'

/**
 * Sums up in a worker thread, with at most so much time and heap. Code that hangs cannot be stopped any other way.
 * Throws what the engine throws, and an error that says so when time or memory run out.
 */
export async function summarizeInThread(
  source: Source,
  { mostMs = 60_000, mostHeapMb = 1500, ...options }: Options & { mostMs?: number; mostHeapMb?: number } = {},
): Promise<Summary> {
  const worker = new Worker(new URL('./summarize-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  })
  try {
    worker.postMessage({ source, options })
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(mostMs) }).catch(error => {
      throw error.name === 'AbortError' ? new Error(`Took more than ${mostMs} ms`) : error
    })) as [{ summary: Summary } | { error: string }]
    if ('error' in answer) throw new Error(answer.error)
    return answer.summary
  } finally {
    await worker.terminate()
  }
}
