import { ENGINE, renderMarkdown, trimToLength, VERSION } from '@recaps/summarizer'
import { ProviderError } from '../../errors.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import type { TextThreads } from '../text-threads/pool.ts'

/** The built-in engine: no key, no model to download, no network. */
export const builtInSummarizer = (threads: TextThreads): Summarizer => ({
  id: `${ENGINE}@${VERSION}`,
  // `und`, `zxx` and the like name no language.
  reads: language => /^(?:en|und|zxx|mis|mul)\b|^$/i.test(language),
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
    const kept = trimToLength(asSummary(content), maxLength)
    return { ...kept, cut: kept.coverage.leftOut > 0 }
  },
  markdown: (content, citing = {}) =>
    renderMarkdown(asSummary(content), { maxLength: Number.POSITIVE_INFINITY, ...citing }).text,
})

// What the engine wrote comes back from the database in the wider type of the contract.
const asSummary = (content: Parameters<Summarizer['fit']>[0]) => content as Parameters<typeof trimToLength>[0]
