import { type FaultLimits, type LlmFault, startFakeLlm } from '@recaps/fake-llm'
import { checkSupport } from '@recaps/summarizer'
import { afterAll, afterEach, expect, it } from 'vitest'
import { fixtureTalk } from '../../../packages/summarizer/test/talks.ts'
import { openTextThreads } from '../src/adapters/text-threads/pool.ts'
import type { Cost, WrittenSummary } from '../src/ports/summarizer.ts'
import { createModelWriter, createSummaryTask, type ModelProvider, type ModelWriterOptions } from './model-writer.ts'

const hour = 'mZ81rCwe7Ss'

/** Outcome of a summary under a fault: who wrote it, how many chunks the built-in engine read, and how many more calls were made than without a fault. */
interface Expected {
  engine: 'model' | 'builtin'
  fallback?: Cost['fallback']
  chunks?: number
  extraCalls?: number
}

const byModel: Expected = { engine: 'model', chunks: 0, extraCalls: 0 }
const unavailable: Expected = { engine: 'builtin', fallback: 'unavailable' }
const unusable: Expected = { engine: 'builtin', fallback: 'unusable' }

const matrix: [name: string, fault: LlmFault, limits: FaultLimits, expected: Expected, options?: ModelWriterOptions][] =
  [
    ['resets one connection', { kind: 'refuse' }, { times: 1 }, byModel],
    ['resets every connection', { kind: 'refuse' }, {}, unavailable],
    ['never answers', { kind: 'hang' }, {}, unavailable, { timeoutMs: 300 }],
    ['does not answer once', { kind: 'hang' }, { times: 1 }, byModel, { timeoutMs: 2_000 }],
    ['stops in the middle of an answer', { kind: 'stall' }, {}, unavailable, { timeoutMs: 300 }],
    ['sends a byte at a time', { kind: 'drip', everyMs: 100 }, {}, unavailable, { timeoutMs: 300 }],
    ['is busy for a second', { kind: 'status', status: 429, retryAfter: 1 }, { times: 3 }, byModel],
    ['is busy until a date', { kind: 'status', status: 429, retryAfter: 'date:+2' }, { times: 1 }, byModel],
    ['is busy for an hour', { kind: 'status', status: 429, retryAfter: 3600 }, {}, unavailable],
    ['fails four times', { kind: 'status', status: 500 }, { times: 4, task: 'final' }, byModel],
    ['always fails', { kind: 'status', status: 500 }, {}, unavailable],
    ['is overloaded', { kind: 'status', status: 503 }, { times: 2 }, byModel],
    ['rejects the API key', { kind: 'status', status: 401 }, {}, unusable],
    ['sends broken JSON once', { kind: 'malformed' }, { times: 1, task: 'chunk' }, { ...byModel, extraCalls: 1 }],
    ['sends broken JSON', { kind: 'malformed' }, {}, unusable],
    [
      'answers in another format once',
      { kind: 'wrong-form' },
      { times: 1, task: 'final' },
      { ...byModel, extraCalls: 1 },
    ],
    ['answers in another format', { kind: 'wrong-form' }, {}, unusable],
    ['ends an answer early', { kind: 'truncated', by: 'end' }, {}, unavailable],
    ['drops the connection in the middle', { kind: 'truncated', by: 'break' }, {}, unavailable],
    ['runs out of tokens once', { kind: 'length' }, { times: 1 }, { ...byModel, extraCalls: 1 }],
    ['runs out of tokens', { kind: 'length' }, {}, unusable],
    ['sends an empty answer once', { kind: 'empty' }, { times: 1 }, { ...byModel, extraCalls: 1 }],
    ['sends empty answers', { kind: 'empty' }, {}, unusable],
    ['refuses', { kind: 'refusal' }, {}, unusable],
    ['reveals its instructions', { kind: 'tells' }, {}, unusable],
    ['writes ten times too much', { kind: 'too-long' }, {}, { engine: 'model' }],
    ['cites at random', { kind: 'wrong-citations' }, {}, unusable],
    ['invents facts', { kind: 'invents' }, {}, { engine: 'model' }],
    ['leaves a list of citation marks open', { kind: 'open-mark' }, {}, { engine: 'model' }],
    // The last chunk and its repair fail.
    [
      'fails to read one chunk',
      { kind: 'malformed' },
      { times: 2, task: 'chunk', after: 2 },
      { engine: 'model', chunks: 1 },
      { parallel: 1 },
    ],
    ['fails to write the final text', { kind: 'malformed' }, { task: 'final' }, { engine: 'model', chunks: 0 }],
    ['fails to verify sentences', { kind: 'status', status: 500 }, { task: 'judge' }, { engine: 'model', chunks: 0 }],
  ]

/** Tests every fault of a model behind this API, or some of them, and their outcomes. Call it inside a `describe`. */
export async function testModelFaults(
  provider: ModelProvider,
  only: readonly string[] = matrix.map(([name]) => name),
): Promise<void> {
  const fake = await startFakeLlm()
  const threads = openTextThreads({ threads: 2 })
  const task = createSummaryTask(hour)
  const { segments } = fixtureTalk(hour).source
  const undisturbed = createModelWriter(fake, threads, { provider }).write(task)
  let clear = () => {}
  afterEach(() => clear())
  afterAll(async () => {
    await fake.close()
    await threads.close()
  })

  it('a model without faults writes the whole summary, with the estimated number of calls', async () => {
    const { content, cost } = await undisturbed
    expect(content.engine).toBe(`${provider}:stand-in`)
    expect(cost).toMatchObject({ fallbackChunks: 0 })
    expect(Math.abs(cost!.calls - cost!.estimate!.calls)).toBeLessThanOrEqual(1)
    expect(content.support.verified).toBe(content.support.total)
  })

  it.each(matrix.filter(([name]) => only.includes(name)))(
    'a summary stays correct when the model %s',
    async (_, fault, limits, expected, options) => {
      clear = fake.fault(fault, limits)
      const startedAt = performance.now()
      const { content, cost } = await createModelWriter(fake, threads, { provider, ...options }).write(task)
      const ms = performance.now() - startedAt
      expect(content.engine).toBe(expected.engine === 'model' ? `${provider}:stand-in` : 'builtin')
      expect(cost!.fallback).toBe(expected.fallback)
      if (expected.chunks !== undefined) expect(cost!.fallbackChunks).toBe(expected.chunks)
      if (expected.extraCalls !== undefined)
        expect(cost!.calls - (await undisturbed).cost!.calls).toBe(expected.extraCalls)
      expect(ms).toBeLessThan(12_000)
      expectCorrect({ content, cost })
    },
  )

  /** Checks that sentences marked as verified are verified, and that texts and times are within their limits. */
  function expectCorrect({ content }: WrittenSummary): void {
    const sentences = [...content.inThreePoints, ...content.sections.flatMap(section => section.sentences)]
    expect(sentences.length).toBeGreaterThan(5)
    expect(content.support.total).toBe(sentences.length)
    for (const { text, cites, support } of sentences) {
      expect(text.length).toBeLessThanOrEqual(400)
      expect(cites.length).toBeGreaterThan(0)
      for (const { startMs, endMs } of cites) {
        expect(startMs).toBeLessThan(endMs + 1)
        expect(endMs).toBeLessThanOrEqual(content.coverage.durationMs)
      }
      if (support === 'verified') expect(checkSupport({ text, cites }, segments).support).toBe('verified')
    }
    expect(JSON.stringify(content)).not.toMatch(/evil|https?:|<a\b|Fabricius|confidential/i)
  }
}
