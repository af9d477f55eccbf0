import { type FakeLlm, type LlmCall, startFakeLlm } from '@recaps/fake-llm'
import { type Manuscript, prepareManuscript } from '@recaps/summarizer/writers'
import { createAsking } from '../../apps/server/src/adapters/llm/calls.ts'
import { openModel } from '../../apps/server/src/adapters/llm/model.ts'
import { slots } from '../../apps/server/src/adapters/llm/slots.ts'
import { builtInSummarizer } from '../../apps/server/src/adapters/summarizer/built-in.ts'
import { CLAIMS_A_JUDGEMENT, mergesFor } from '../../apps/server/src/adapters/summarizer/llm/plan.ts'
import { llmSummarizer } from '../../apps/server/src/adapters/summarizer/llm/summarizer.ts'
import { openTextThreads, type TextThreads } from '../../apps/server/src/adapters/text-threads/pool.ts'
import { notebookInMemory } from '../../apps/server/src/ports/summarizer.ts'
import { taskOf } from '../../apps/server/test/model-writer.ts'
import { fixtureTalk } from '../../packages/summarizer/test/talks.ts'
import type { Figure } from '../figure.ts'
import { mapReduce, refine } from './recipes.ts'

/** A model of the middle size as services run it. */
const latency = { firstTokenMs: 600, tokensPerSecond: 80, promptTokensPerSecond: 5_000 }
/** The recipes do nothing but wait, so that a tenth of it tells as much; what we compute must not be told ten times. */
const speedups = { ours: 1, recipes: 10 }
const parallel = 8

const recordings = [
  { name: '10 min', id: 'Sli7FA6EbqI' },
  { name: '1 h', id: 'mZ81rCwe7Ss' },
  { name: '3 h', id: '_mUB_ZAAfQU' },
  { name: '12 h', id: 'yB6J5JILcak' },
]

/**
 * What a summary by a model takes beside what the usual recipes take for the same recording and the same length of text, on a
 * stand-in with the speed of a real model: calls and seconds against the formula, tokens against a plain map-reduce, seconds
 * against a refining chain. Nothing here says how good a model's text is.
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
  const ours = await timed(fake => write(fake, id, threads), speedups.ours)
  const { content, cost } = ours.result
  const manuscript = prepareManuscript(fixtureTalk(id).source)
  const expected = formula(manuscript, ours.calls)
  const words = content.sections
    .flatMap(section => section.sentences)
    .concat(content.inThreePoints)
    .reduce((sum, sentence) => sum + sentence.text.split(' ').length, 0)
  const recipe = (fake: FakeLlm) => ({ model: modelOf(fake), parallel, words })
  const plain = await timed(fake => mapReduce(manuscript, recipe(fake)), speedups.recipes)
  const chain = await timed(fake => refine(manuscript, recipe(fake)), speedups.recipes)
  const writing = tokensOf(ours.calls.filter(call => call.task !== 'judge'))
  const judging = tokensOf(ours.calls.filter(call => call.task === 'judge'))
  const all = tokensOf(ours.calls)
  const reckoned = cost!.estimate!.tokensIn + cost!.estimate!.tokensOut
  return [
    within(`model, ${name}: calls, of the formula`, ours.calls.length / expected.calls, 0.1),
    told(`model, ${name}: calls`, ours.calls.length, ''),
    told(`model, ${name}: tokens in and out`, all, ''),
    within(`model, ${name}: tokens, of what was reckoned before`, all / reckoned, 0.1),
    within(`model, ${name}: seconds, of the critical path`, ours.seconds / expected.seconds, 0.1),
    told(`model, ${name}: time`, ours.seconds, 's'),
    atMost(`model, ${name}: tokens without judging, of plain map-reduce`, writing / tokensOf(plain.calls), 1.6),
    told(`model, ${name}: tokens of judging, of plain map-reduce`, judging / tokensOf(plain.calls), ''),
    name === '12 h'
      ? atMost(`model, ${name}: time, of refining`, ours.seconds / chain.seconds, 0.25)
      : told(`model, ${name}: time, of refining`, ours.seconds / chain.seconds, ''),
  ]
}

const modelOf = (fake: FakeLlm) =>
  openModel({ provider: 'openai', url: `${fake.url}/v1`, key: undefined, model: 'stand-in' })

function write(fake: FakeLlm, id: string, threads: TextThreads) {
  const asking = createAsking({
    model: modelOf(fake),
    slots: slots(parallel),
    clock: { now: () => new Date() },
    timeoutMs: 180_000,
  })
  const deps = { asking, threads, builtIn: builtInSummarizer(threads), modelId: 'openai:stand-in', maxCost: undefined }
  return llmSummarizer({ ...deps, prices: { in: 0, out: 0 } }).write(taskOf(id), {
    signal: new AbortController().signal,
    notebook: notebookInMemory(),
    onProgress: () => {},
  })
}

/** Runs against a stand-in of its own; seconds are those of a model that is not sped up. */
async function timed<T>(
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

/** Calls and seconds by the design's formula: chunks, merges, the writing call and judgements; waves of eight one after the other. */
function formula({ tokens }: Manuscript, calls: readonly LlmCall[]): { calls: number; seconds: number } {
  const chunks = tokens <= 9_000 ? 1 : Math.ceil(tokens / 6_000)
  const merges = mergesFor(chunks)
  const of = (...tasks: string[]) => calls.filter(call => tasks.includes(call.task))
  const claims = of('judge').reduce((sum, call) => sum + JSON.stringify(call.body).match(/\[c\d+ s/g)!.length, 0)
  const judgements = Math.ceil(claims / CLAIMS_A_JUDGEMENT)
  const seconds = (call: LlmCall) =>
    (latency.firstTokenMs + (1000 * call.promptTokens) / latency.promptTokensPerSecond) / 1000 +
    call.completionTokens / latency.tokensPerSecond
  const mean = (list: LlmCall[]) =>
    list.length === 0 ? 0 : list.reduce((sum, call) => sum + seconds(call), 0) / list.length
  return {
    calls: chunks + merges + (chunks > 1 ? 1 : 0) + judgements,
    seconds:
      Math.ceil(chunks / parallel) * mean(of('chunk')) +
      mean(of('merge')) +
      mean(of('final', 'single')) +
      Math.ceil(judgements / parallel) * mean(of('judge')),
  }
}

const tokensOf = (calls: readonly LlmCall[]): number =>
  calls.reduce((sum, call) => sum + call.promptTokens + call.completionTokens, 0)

const row = (name: string, value: number, unit: string, target: string, met: boolean): Figure => ({
  ...{ name, unit, target, met },
  samples: 1,
  p50: value,
  p95: value,
})
const told = (name: string, value: number, unit: string) => row(name, value, unit, '', true)
const atMost = (name: string, ratio: number, most: number) => row(name, ratio, '', `≤ ${most}`, ratio <= most)
const within = (name: string, ratio: number, part: number) =>
  row(name, ratio, '', `${1 - part} to ${1 + part}`, Math.abs(ratio - 1) <= part)
