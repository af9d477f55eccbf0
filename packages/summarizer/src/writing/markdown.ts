import type { Summary } from '../types.ts'
import { type CitationStyle, composeText } from './compose.ts'
import { trimToLength } from './trim.ts'

/**
 * Renders a summary as Markdown: headline, key points, sections as prose. The text has at most `maxLength` characters (10,000 by
 * default); if sentences have to be dropped, `cut` is true and the text ends in a note. With `videoUrl`, section titles and sentences
 * link to their second (`…&t=123s`); with `times`, each sentence shows its timestamp. Links and timestamps do not count towards
 * `maxLength`, so that the same sentences are shown with and without them.
 */
export function renderMarkdown(
  summary: Summary,
  options: CitationStyle & { maxLength?: number } = {},
): { text: string; cut: boolean } {
  const trimmed = trimToLength(summary, options.maxLength ?? 10_000)
  return { text: composeText(trimmed, options), cut: trimmed.coverage.leftOut > 0 }
}
