import { VERSION } from '@recaps/summarizer'
import type { Manuscript } from '@recaps/summarizer/writers'
import { ProviderError } from '../../../errors.ts'
import type { Cost, Summarizer, SummaryTask, Written } from '../../../ports/summarizer.ts'
import type { Asking } from '../../llm/calls.ts'
import type { TextThreads } from '../../text-threads/pool.ts'
import { type Ledger, OverCeiling, openLedger } from './ledger.ts'
import { type Estimate, estimate, type Prices, usdOf } from './plan.ts'
import { promptVersion } from './prompts.ts'
import { nothingHolds, writeByModel } from './write.ts'

export interface LlmSummarizerDeps {
  asking: Asking
  threads: TextThreads
  /** Writes what the model cannot, or what would cost too much. */
  builtIn: Summarizer
  /** Provider and model. */
  modelId: string
  prices: Prices
  /** US dollars that one summary may cost. */
  maxCost: number | undefined
}

/** Summaries written by a language model, every claim held against the transcript. Any language in, English out. */
export function llmSummarizer(deps: LlmSummarizerDeps): Summarizer {
  const { builtIn, threads, modelId, prices, maxCost } = deps
  const version = `${promptVersion}.${VERSION}`
  return {
    id: `${modelId}@${version}`,
    reads: () => true,
    fit: builtIn.fit,
    markdown: builtIn.markdown,
    async write(task, options) {
      const manuscript = await threads.run({ kind: 'manuscript', task }, options.signal)
      const expected = estimate(manuscript, task, prices)
      // The calls that are still out when one of them ends it all.
      const rest = new AbortController()
      const signal = AbortSignal.any([options.signal, rest.signal])
      const ledger = await openLedger({ ...deps, notebook: options.notebook, signal, beforeCall: options.beforeCall })
      const costOf = (fallbackChunks: number): Cost =>
        accountOf({ manuscript, ledger, prices, expected, fallbackChunks })
      if (manuscript.passages.length === 0 || (maxCost !== undefined && expected.usd > maxCost))
        return await plainly(task, options, 'over_ceiling', costOf)
      try {
        const { summary, fallbackChunks } = await writeByModel({
          ...{ task, manuscript, ledger, threads, signal, version },
          onProgress: options.onProgress,
          engine: modelId,
        })
        if (summary.sections.length + summary.inThreePoints.length === 0) throw nothingHolds()
        return { content: { ...summary, cut: false }, cost: costOf(fallbackChunks) }
      } catch (error) {
        options.signal.throwIfAborted()
        const reason = reasonOf(error)
        if (!reason) throw error
        return await plainly(task, options, reason, costOf, error)
      } finally {
        rest.abort()
      }
    },
  }

  /** By the built-in engine. What that cannot read, because it is not in English, is left to be tried again. */
  async function plainly(
    task: SummaryTask,
    options: Parameters<Summarizer['write']>[1],
    fallback: NonNullable<Cost['fallback']>,
    costOf: (fallbackChunks: number) => Cost,
    cause?: unknown,
  ): Promise<Written> {
    try {
      const { content } = await builtIn.write(task, options)
      return { content, cost: { ...costOf(0), fallback } }
    } catch (error) {
      if (error instanceof ProviderError && error.code === 'language_unsupported' && cause instanceof ProviderError)
        throw cause
      throw error
    }
  }
}

function reasonOf(error: unknown): Cost['fallback'] {
  if (error instanceof OverCeiling) return 'over_ceiling'
  if (!(error instanceof ProviderError)) return undefined
  return error.retryable ? 'unavailable' : 'unusable'
}

function accountOf(account: {
  manuscript: Manuscript
  ledger: Ledger
  prices: Prices
  expected: Estimate
  fallbackChunks: number
}): Cost {
  const { calls, tokensIn, tokensOut, ms } = account.ledger.spent()
  return {
    ...{ calls, tokensIn, tokensOut, ms },
    usd: usdOf({ tokensIn, tokensOut }, account.prices),
    chunks: account.manuscript.chunks.length,
    fallbackChunks: account.fallbackChunks,
    estimate: account.expected,
  }
}
