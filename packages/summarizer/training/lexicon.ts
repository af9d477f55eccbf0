import { endsSentence } from '@recaps/domain/sentence-ends'
import { bareWord } from '../src/choosing/terms.ts'
import { normaliseSegments, readTurns } from '../src/reading/turns.ts'
import type { SpokenDocument } from './documents.ts'

/** Tiers of common words: minimum share of recordings that contain the word, most common first. */
const TIERS = [0.5, 0.25, 0.1, 0]

/** Words that are almost always lower case inside sentences, grouped by tier. */
export function trainCommonWords(documents: readonly SpokenDocument[]): string[][] {
  const lower = new Map<string, number>()
  const capital = new Map<string, number>()
  const recordings = new Map<string, number>()
  for (const document of documents) {
    const spoken = new Set<string>()
    for (const { words } of readTurns(normaliseSegments(document)))
      for (let i = 1; i < words.length; i++) {
        const { text } = words[i]!
        const bare = bareWord(text)
        const before = words[i - 1]!.text
        if (!/^[a-z][a-z'-]+$/.test(bare) || endsSentence(before, text) || /[.?!]$/.test(before)) continue
        spoken.add(bare)
        const counts = text.includes(bare) ? lower : capital
        counts.set(bare, (counts.get(bare) ?? 0) + 1)
      }
    for (const bare of spoken) recordings.set(bare, (recordings.get(bare) ?? 0) + 1)
  }
  const common = [...lower]
    .filter(([bare, count]) => count >= 2 && count > 4 * (capital.get(bare) ?? 0))
    .map(([bare]) => bare)
  const tierOf = (bare: string) => TIERS.findIndex(from => recordings.get(bare)! >= from * documents.length)
  return TIERS.map((_, tier) => common.filter(bare => tierOf(bare) === tier).sort())
}
