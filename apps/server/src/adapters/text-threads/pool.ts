import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { StepProgress, SummaryTask } from '../../ports/summarizer.ts'
import type { TextResults, TextTask } from './tasks.ts'

/** Worker threads for complete transcripts: twelve hours of text would block the event loop for seconds. */
export interface TextThreads {
  run<K extends Exclude<TextTask['kind'], 'summarise'>>(
    task: Extract<TextTask, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<TextResults[K]>
  summarise(
    task: SummaryTask,
    options: { signal: AbortSignal; onProgress(progress: StepProgress): void },
  ): Promise<TextResults['summarise']>
  close(): Promise<void>
}

export function openTextThreads({ threads }: { threads: number }): TextThreads {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    // A transcript of twelve hours needs a few hundred MB, so more than this is a bug.
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  return {
    run: (task, signal) => pool.run(task, { signal: signal ?? null }),
    async summarise(task, { signal, onProgress }) {
      const { port1, port2 } = new MessageChannel()
      port1.on('message', onProgress)
      port1.unref()
      try {
        return await pool.run({ kind: 'summarise', task, progress: port2 }, { signal, transferList: [port2] })
      } finally {
        port1.close()
      }
    },
    close: () => pool.destroy(),
  }
}
