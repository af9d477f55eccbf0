import type { Summary } from '../types.ts'
import { type Citing, composeText } from './compose.ts'
import { trimToLength } from './trim.ts'

/**
 * A summary as Markdown: headline, points, sections as prose. At most `maxLength` characters (10,000 by default), cut only
 * at the end of a sentence, with a note inside the length; `cut` says whether that happened. With `videoUrl` section titles
 * and sentences link to their second (`…&t=123s`), with `times` each sentence names it; links and times come on top of
 * `maxLength`, so that the sentences shown are the same with and without.
 */
export function renderMarkdown(
  summary: Summary,
  options: Citing & { maxLength?: number } = {},
): { text: string; cut: boolean } {
  const kept = trimToLength(summary, options.maxLength ?? 10_000)
  return { text: composeText(kept, options), cut: kept.coverage.leftOut > 0 }
}
