import { gzipSync } from 'node:zlib'
import type { FakeLlm } from '@recaps/fake-llm'
import { fixtureTalk } from '../../../packages/summarizer/test/talks.ts'
import { createLlmClient } from '../src/adapters/llm/llm-client.ts'
import { openModel } from '../src/adapters/llm/model.ts'
import { taskLimiter } from '../src/adapters/llm/task-limiter.ts'
import { builtInSummarizer } from '../src/adapters/summarizer/built-in.ts'
import { llmSummarizer } from '../src/adapters/summarizer/llm/summarizer.ts'
import type { TextThreads } from '../src/adapters/text-threads/pool.ts'
import { systemClock } from '../src/ports/clock.ts'
import {
  createInMemoryCheckpoint,
  type LlmCheckpoint,
  type SummaryTask,
  type WrittenSummary,
} from '../src/ports/summarizer.ts'

export type ModelProvider = 'openai' | 'anthropic' | 'google'

export interface ModelWriterOptions {
  provider?: ModelProvider
  parallel?: number
  timeoutMs?: number
  maxCost?: number
  key?: string
}

/** Path of the API on the fake, by protocol. */
const apiPaths: Record<ModelProvider, string> = { openai: '/v1', anthropic: '/v1', google: '/v1beta' }

/** The summarizer that uses a model, with a fake model and short pauses between retries. */
export function createModelWriter(fake: FakeLlm, threads: TextThreads, options: ModelWriterOptions = {}) {
  const { provider = 'openai', parallel = 8, timeoutMs = 20_000, maxCost, key = 'key' } = options
  const client = createLlmClient({
    model: openModel({ provider, url: fake.url + apiPaths[provider], key, model: 'stand-in' }),
    limiter: taskLimiter(parallel),
    clock: systemClock,
    timeoutMs,
    pausesMs: [5, 10, 15, 20],
  })
  const modelId = `${provider}:stand-in`
  const prices = { in: 1, out: 4 }
  const summarizer = llmSummarizer({
    ...{ llm: client, threads, builtIn: builtInSummarizer(threads), modelId, prices, maxCost },
  })
  return {
    client,
    modelId,
    write: (
      task: SummaryTask,
      notebook: LlmCheckpoint = createInMemoryCheckpoint(),
      signal = new AbortController().signal,
    ): Promise<WrittenSummary> => summarizer.write(task, { signal, notebook, onProgress: () => {} }),
    summarizer,
  }
}

/** The task for a video of the YouTube fake, as the server passes it to an engine. */
export function createSummaryTask(videoId: string, options: Partial<SummaryTask> = {}): SummaryTask {
  const {
    segments,
    durationMs,
    title = '',
    description = '',
    chapters = [],
    kind = 'auto',
    language = 'en',
  } = fixtureTalk(videoId).source
  return {
    transcript: gzipSync(JSON.stringify(segments)),
    ...{ kind, language, durationMs, title, description, preset: 'standard', focus: null },
    chapters: [...chapters],
    ...options,
  }
}

/** The task for custom lines, each a caption of ten seconds. */
export function createSummaryTaskFromLines(lines: readonly string[], options: Partial<SummaryTask> = {}): SummaryTask {
  const segments = lines.map((text, i) => ({ startMs: i * 10_000, endMs: (i + 1) * 10_000, text }))
  return {
    transcript: gzipSync(JSON.stringify(segments)),
    ...{
      kind: 'manual',
      language: 'en',
      durationMs: lines.length * 10_000,
      title: '',
      description: null,
      chapters: [],
    },
    ...{ preset: 'standard', focus: null },
    ...options,
  } as SummaryTask
}
