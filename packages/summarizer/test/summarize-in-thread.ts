import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Options, Source, Summary } from '../src/index.ts'

/**
 * Runs `summarize` in a worker thread with limited time and heap, because code that hangs cannot be stopped otherwise.
 * Throws the engine's errors, and an error if time or memory runs out.
 */
export async function summarizeInThread(
  source: Source,
  { maxMs = 60_000, maxHeapMb = 1500, ...options }: Options & { maxMs?: number; maxHeapMb?: number } = {},
): Promise<Summary> {
  const worker = new Worker(new URL('./summarize-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  try {
    worker.postMessage({ source, options })
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(maxMs) }).catch(error => {
      throw error.name === 'AbortError' ? new Error(`summarize took more than ${maxMs} ms`) : error
    })) as [{ summary: Summary } | { error: string }]
    if ('error' in answer) throw new Error(answer.error)
    return answer.summary
  } finally {
    await worker.terminate()
  }
}
