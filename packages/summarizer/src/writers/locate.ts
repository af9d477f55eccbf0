import { porterStem } from '../choosing/porter.ts'
import { bareWord, STOP_WORDS } from '../choosing/terms.ts'
import { joinSpans } from '../coverage.ts'
import type { Span } from '../types.ts'
import type { Passage } from './passages.ts'

const MAX_CITES = 4

/**
 * Narrows the cited passages down to the moments that a sentence is about: the passages with the most shared words, and in each the
 * lines that share words. Without shared words, for example in a translation, returns the passages unchanged.
 */
export function locateMoments(text: string, cited: readonly number[], passages: readonly Passage[]): Span[] {
  const sentenceStems = new Set(stemsOf(text))
  const ranked = cited
    .map(number => {
      const shared = passages[number]!.lines.map(
        line => new Set(stemsOf(line.text).filter(stem => sentenceStems.has(stem))).size,
      )
      return { number, shared, total: shared.reduce((sum, count) => sum + count, 0) }
    })
    .sort((a, b) => b.total - a.total)
    .slice(0, MAX_CITES)
  const spans = ranked.map(({ number, shared, total }): Span => {
    const { lines, startMs, endMs } = passages[number]!
    if (total === 0) return { startMs, endMs }
    // A line with one shared word may be chance if another line has several.
    const minShared = Math.max(...shared) > 2 ? 2 : 1
    const first = shared.findIndex(count => count >= minShared)
    const last = shared.findLastIndex(count => count >= minShared)
    return { startMs: lines[first]!.startMs, endMs: lines[last]!.endMs }
  })
  return joinSpans(spans, 0)
}

const stemsOf = (text: string): string[] =>
  text.split(/[\s—–-]+/).flatMap(word => {
    const bare = bareWord(word)
    return bare === '' || STOP_WORDS.has(bare) ? [] : [porterStem(bare)]
  })
