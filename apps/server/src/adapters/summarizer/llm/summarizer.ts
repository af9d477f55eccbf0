import { VERSION } from '@recaps/summarizer'
import type { Manuscript } from '@recaps/summarizer/writers'
import { ProviderError } from '../../../errors.ts'
import type { Cost, Summarizer, SummaryTask, WrittenSummary } from '../../../ports/summarizer.ts'
import type { LlmClient } from '../../llm/llm-client.ts'
import type { TextThreads } from '../../text-threads/pool.ts'
import { CostLimitExceeded, type LlmLedger, openLedger } from './ledger.ts'
import { type CostEstimate, costInUsd, estimateCost, type TokenPrices } from './plan.ts'
import { promptVersion } from './prompts.ts'
import { noSupportedClaimError, writeByModel } from './write.ts'

export interface LlmSummarizerDeps {
  llm: LlmClient
  threads: TextThreads
  /** Writes the summary if the model cannot, or would cost too much. */
  builtIn: Summarizer
  /** Names provider and model. */
  modelId: string
  prices: TokenPrices
  /** Limit for one summary, in US dollars. */
  maxCost: number | undefined
}

/** Writes summaries with a language model and checks every claim against the transcript. Reads any language, writes English. */
export function llmSummarizer(deps: LlmSummarizerDeps): Summarizer {
  const { builtIn, threads, modelId, prices, maxCost } = deps
  const version = `${promptVersion}.${VERSION}`
  return {
    id: `${modelId}@${version}`,
    supportsLanguage: () => true,
    fit: builtIn.fit,
    markdown: builtIn.markdown,
    async write(task, options) {
      const manuscript = await threads.run({ kind: 'manuscript', task }, options.signal)
      const expected = estimateCost(manuscript, task, prices)
      // Stops the other calls when one of them fails the summary.
      const otherCalls = new AbortController()
      const signal = AbortSignal.any([options.signal, otherCalls.signal])
      const ledger = await openLedger({ ...deps, notebook: options.notebook, signal, beforeCall: options.beforeCall })
      const costOf = (fallbackChunks: number): Cost =>
        totalCost({ manuscript, ledger, prices, expected, fallbackChunks })
      if (manuscript.passages.length === 0 || (maxCost !== undefined && expected.usd > maxCost))
        return await writeBuiltIn(task, options, 'over_ceiling', costOf)
      try {
        const { summary, fallbackChunks } = await writeByModel({
          ...{ task, manuscript, ledger, threads, signal, version },
          onProgress: options.onProgress,
          engine: modelId,
        })
        if (summary.sections.length + summary.inThreePoints.length === 0) throw noSupportedClaimError()
        return { content: { ...summary, cut: false }, cost: costOf(fallbackChunks) }
      } catch (error) {
        options.signal.throwIfAborted()
        const reason = fallbackReason(error)
        if (!reason) throw error
        return await writeBuiltIn(task, options, reason, costOf, error)
      } finally {
        otherCalls.abort()
      }
    },
  }

  /** Throws the model's failure if the built-in engine cannot read the language, so that the job tries the model again. */
  async function writeBuiltIn(
    task: SummaryTask,
    options: Parameters<Summarizer['write']>[1],
    fallback: NonNullable<Cost['fallback']>,
    costOf: (fallbackChunks: number) => Cost,
    cause?: unknown,
  ): Promise<WrittenSummary> {
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

function fallbackReason(error: unknown): Cost['fallback'] {
  if (error instanceof CostLimitExceeded) return 'over_ceiling'
  if (!(error instanceof ProviderError)) return undefined
  return error.retryable ? 'unavailable' : 'unusable'
}

function totalCost(account: {
  manuscript: Manuscript
  ledger: LlmLedger
  prices: TokenPrices
  expected: CostEstimate
  fallbackChunks: number
}): Cost {
  const { calls, tokensIn, tokensOut, ms } = account.ledger.usage()
  return {
    ...{ calls, tokensIn, tokensOut, ms },
    usd: costInUsd({ tokensIn, tokensOut }, account.prices),
    chunks: account.manuscript.chunks.length,
    fallbackChunks: account.fallbackChunks,
    estimate: account.expected,
  }
}
