import { type FakeLlm, type LlmCall, startFakeLlm } from '@recaps/fake-llm'
import { type Manuscript, prepareManuscript } from '@recaps/summarizer/writers'
import { createLlmClient } from '../../apps/server/src/adapters/llm/llm-client.ts'
import { openModel } from '../../apps/server/src/adapters/llm/model.ts'
import { taskLimiter } from '../../apps/server/src/adapters/llm/task-limiter.ts'
import { builtInSummarizer } from '../../apps/server/src/adapters/summarizer/built-in.ts'
import { CLAIMS_PER_JUDGEMENT, mergeCount } from '../../apps/server/src/adapters/summarizer/llm/plan.ts'
import { llmSummarizer } from '../../apps/server/src/adapters/summarizer/llm/summarizer.ts'
import { openTextThreads, type TextThreads } from '../../apps/server/src/adapters/text-threads/pool.ts'
import { createInMemoryCheckpoint } from '../../apps/server/src/ports/summarizer.ts'
import { createSummaryTask } from '../../apps/server/test/model-writer.ts'
import { fixtureTalk } from '../../packages/summarizer/test/talks.ts'
import type { Figure } from '../figure.ts'
import { mapReduce, refine } from './recipes.ts'

/** The speed of a hosted mid-size model. */
const latency = { firstTokenMs: 600, tokensPerSecond: 80, promptTokensPerSecond: 5_000 }
/** The recipes only wait for the model, so they can run ten times faster. The product also computes, which must not be scaled. */
const speedups = { product: 1, recipes: 10 }
const parallel = 8

const recordings = [
  { name: '10 min', id: 'Sli7FA6EbqI' },
  { name: '1 h', id: 'mZ81rCwe7Ss' },
  { name: '3 h', id: '_mUB_ZAAfQU' },
  { name: '12 h', id: 'yB6J5JILcak' },
]

/**
 * Compares summaries by a model with the usual recipes for the same recording and text length, on a fake model with realistic
 * speed: calls and time against the formula, tokens against map-reduce, time against refine. Doesn't measure text quality.
 */
export async function measureModel(): Promise<Figure[]> {
  const threads = openTextThreads({ threads: 2 })
  const figures: Figure[] = []
  try {
    for (const recording of recordings) figures.push(...(await measureOne(recording, threads)))
  } finally {
    await threads.close()
  }
  return figures
}

async function measureOne({ name, id }: (typeof recordings)[number], threads: TextThreads): Promise<Figure[]> {
  const product = await runWithFake(fake => write(fake, id, threads), speedups.product)
  const { content, cost } = product.result
  const manuscript = prepareManuscript(fixtureTalk(id).source)
  const expected = expectedCost(manuscript, product.calls)
  const words = content.sections
    .flatMap(section => section.sentences)
    .concat(content.inThreePoints)
    .reduce((sum, sentence) => sum + sentence.text.split(' ').length, 0)
  const recipe = (fake: FakeLlm) => ({ model: openFakeModel(fake), parallel, words })
  const mapReduced = await runWithFake(fake => mapReduce(manuscript, recipe(fake)), speedups.recipes)
  const refined = await runWithFake(fake => refine(manuscript, recipe(fake)), speedups.recipes)
  const writing = sumTokens(product.calls.filter(call => call.task !== 'judge'))
  const judging = sumTokens(product.calls.filter(call => call.task === 'judge'))
  const all = sumTokens(product.calls)
  const estimated = cost!.estimate!.tokensIn + cost!.estimate!.tokensOut
  return [
    within(`model, ${name}: calls, relative to the formula`, product.calls.length / expected.calls, 0.1),
    reported(`model, ${name}: calls`, product.calls.length, ''),
    reported(`model, ${name}: tokens in and out`, all, ''),
    within(`model, ${name}: tokens, relative to the estimate`, all / estimated, 0.1),
    within(`model, ${name}: time, relative to the critical path`, product.seconds / expected.seconds, 0.1),
    reported(`model, ${name}: time`, product.seconds, 's'),
    atMost(
      `model, ${name}: tokens without judging, relative to map-reduce`,
      writing / sumTokens(mapReduced.calls),
      1.6,
    ),
    reported(`model, ${name}: tokens for judging, relative to map-reduce`, judging / sumTokens(mapReduced.calls), ''),
    name === '12 h'
      ? atMost(`model, ${name}: time, relative to refine`, product.seconds / refined.seconds, 0.25)
      : reported(`model, ${name}: time, relative to refine`, product.seconds / refined.seconds, ''),
  ]
}

const openFakeModel = (fake: FakeLlm) =>
  openModel({ provider: 'openai', url: `${fake.url}/v1`, key: undefined, model: 'fake' })

function write(fake: FakeLlm, id: string, threads: TextThreads) {
  const llm = createLlmClient({
    model: openFakeModel(fake),
    limiter: taskLimiter(parallel),
    clock: { now: () => new Date() },
    timeoutMs: 180_000,
  })
  const deps = { llm, threads, builtIn: builtInSummarizer(threads), modelId: 'openai:fake', maxCost: undefined }
  return llmSummarizer({ ...deps, prices: { in: 0, out: 0 } }).write(createSummaryTask(id), {
    signal: new AbortController().signal,
    notebook: createInMemoryCheckpoint(),
    onProgress: () => {},
  })
}

/** Runs with a new fake model. `seconds` is scaled back to a model that is not sped up. */
async function runWithFake<T>(
  run: (fake: FakeLlm) => Promise<T>,
  speedup: number,
): Promise<{ result: T; calls: LlmCall[]; seconds: number }> {
  const fake = await startFakeLlm({ latency, speedup })
  const startedAt = performance.now()
  const result = await run(fake)
  const seconds = ((performance.now() - startedAt) * speedup) / 1000
  const { calls } = fake
  await fake.close()
  return { result, calls, seconds }
}

/** Expected calls and seconds: chunks, merges, the final call and judgements, in sequential waves of eight parallel calls. */
function expectedCost({ tokens }: Manuscript, calls: readonly LlmCall[]): { calls: number; seconds: number } {
  const chunks = tokens <= 9_000 ? 1 : Math.ceil(tokens / 6_000)
  const merges = mergeCount(chunks)
  const callsFor = (...tasks: string[]) => calls.filter(call => tasks.includes(call.task))
  const claims = callsFor('judge').reduce((sum, call) => sum + JSON.stringify(call.body).match(/\[c\d+ s/g)!.length, 0)
  const judgements = Math.ceil(claims / CLAIMS_PER_JUDGEMENT)
  const seconds = (call: LlmCall) =>
    (latency.firstTokenMs + (1000 * call.promptTokens) / latency.promptTokensPerSecond) / 1000 +
    call.completionTokens / latency.tokensPerSecond
  const mean = (list: LlmCall[]) =>
    list.length === 0 ? 0 : list.reduce((sum, call) => sum + seconds(call), 0) / list.length
  return {
    calls: chunks + merges + (chunks > 1 ? 1 : 0) + judgements,
    seconds:
      Math.ceil(chunks / parallel) * mean(callsFor('chunk')) +
      mean(callsFor('merge')) +
      mean(callsFor('final', 'single')) +
      Math.ceil(judgements / parallel) * mean(callsFor('judge')),
  }
}

const sumTokens = (calls: readonly LlmCall[]): number =>
  calls.reduce((sum, call) => sum + call.promptTokens + call.completionTokens, 0)

const row = (name: string, value: number, unit: string, target: string, isTargetMet: boolean): Figure => ({
  ...{ name, unit, target, isTargetMet },
  samples: 1,
  p50: value,
  p95: value,
})
const reported = (name: string, value: number, unit: string) => row(name, value, unit, '', true)
const atMost = (name: string, ratio: number, most: number) => row(name, ratio, '', `≤ ${most}`, ratio <= most)
const within = (name: string, ratio: number, tolerance: number) =>
  row(name, ratio, '', `${1 - tolerance} to ${1 + tolerance}`, Math.abs(ratio - 1) <= tolerance)
