import { bareWord } from '../src/choosing/terms.ts'
import { orderedSegments, readTurns } from '../src/reading/turns.ts'
import { endsSentence } from '../src/reading/utterances.ts'
import type { SpokenDocument } from './documents.ts'

/** Words that are written in lower case inside sentences, and hardly ever with a capital. */
export function trainCommonWords(documents: readonly SpokenDocument[]): string[] {
  const lower = new Map<string, number>()
  const capital = new Map<string, number>()
  for (const document of documents)
    for (const { words } of readTurns(orderedSegments(document)))
      for (let i = 1; i < words.length; i++) {
        const { text } = words[i]!
        const bare = bareWord(text)
        const before = words[i - 1]!.text
        if (!/^[a-z][a-z'-]+$/.test(bare) || endsSentence(before, text) || /[.?!]$/.test(before)) continue
        const counts = text.includes(bare) ? lower : capital
        counts.set(bare, (counts.get(bare) ?? 0) + 1)
      }
  return [...lower]
    .filter(([bare, count]) => count >= 2 && count > 4 * (capital.get(bare) ?? 0))
    .map(([bare]) => bare)
    .sort()
}
