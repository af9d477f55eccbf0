import type { Candidate } from '../choosing/candidates.ts'
import { bareWord, STOP_WORDS } from '../choosing/terms.ts'

/** A title of up to four words for a section: the phrase it says most that other sections do not. */
export function sectionTitle(texts: readonly string[], elsewhere: ReadonlyMap<string, number>): string {
  const best = [...phraseCounts(texts)]
    .map(([phrase, count]) => ({
      phrase,
      value: (count * phrase.split(' ').length ** 0.8) / (1 + (elsewhere.get(phrase) ?? 0) - count),
    }))
    .sort((a, b) => b.value - a.value)[0]
  const title = best?.phrase ?? texts[0]?.split(' ').slice(0, 4).join(' ') ?? ''
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** How often each run of one to three content words occurs. */
export function phraseCounts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const words = text.split(' ').map(bareWord)
    for (let i = 0; i < words.length; i++)
      for (let n = 1; n <= 3 && i + n <= words.length; n++) {
        if (words[i + n - 1] === '' || STOP_WORDS.has(words[i + n - 1]!)) break
        const phrase = words.slice(i, i + n).join(' ')
        if (phrase.length > 3) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
      }
  }
  return counts
}

export const headlineOf = (chosen: readonly Candidate[]): string =>
  [...chosen].filter(c => c.length <= 24 && !c.pointsBack).sort((a, b) => b.score - a.score)[0]?.text ??
  chosen[0]?.text ??
  ''
