import { ENGINE, renderMarkdown, trimToLength, VERSION } from '@recaps/summarizer'
import { ProviderError } from '../../errors.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import type { TextThreads } from '../text-threads/pool.ts'

/** Uses the built-in engine, which needs no key, no model and no network. */
export const builtInSummarizer = (threads: TextThreads): Summarizer => ({
  id: `${ENGINE}@${VERSION}`,
  // `und`, `zxx`, `mis` and `mul` name no single language, so the engine checks the text itself.
  supportsLanguage: language => /^(?:en|und|zxx|mis|mul)\b|^$/i.test(language),
  async write(task, options) {
    const outcome = await threads.summarise(task, options)
    if (outcome.ok) return { content: outcome.value, cost: null }
    const code = outcome.reason === 'language_unsupported' ? 'language_unsupported' : 'no_speech'
    throw new ProviderError({
      provider: ENGINE,
      code,
      retryable: false,
      ...(outcome.detail ? { detail: outcome.detail } : {}),
    })
  },
  fit(content, maxLength) {
    const trimmed = trimToLength(asSummary(content), maxLength)
    return { ...trimmed, cut: trimmed.coverage.leftOut > 0 }
  },
  markdown: (content, citing = {}) =>
    renderMarkdown(asSummary(content), { maxLength: Number.POSITIVE_INFINITY, ...citing }).text,
})

// Summaries read from the database have the wider type of the contract.
const asSummary = (content: Parameters<Summarizer['fit']>[0]) => content as Parameters<typeof trimToLength>[0]
