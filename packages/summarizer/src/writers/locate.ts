import { porterStem } from '../choosing/porter.ts'
import { bareWord, STOP_WORDS } from '../choosing/terms.ts'
import { joinSpans } from '../coverage.ts'
import type { Span } from '../types.ts'
import type { Passage } from './passages.ts'

/** A sentence cites at most so many moments. */
const MOST_CITES = 4

/**
 * The moments of the cited passages that a sentence really speaks of: of each passage the lines that share words with it,
 * the passages that share most. Where none does, as behind a translation, the passages as they were cited.
 */
export function locate(text: string, cited: readonly number[], passages: readonly Passage[]): Span[] {
  const own = new Set(stemsOf(text))
  const found = cited
    .map(number => {
      const shared = passages[number]!.lines.map(line => new Set(stemsOf(line.text).filter(stem => own.has(stem))).size)
      return { number, shared, total: shared.reduce((sum, count) => sum + count, 0) }
    })
    .sort((a, b) => b.total - a.total)
    .slice(0, MOST_CITES)
  const spans = found.map(({ number, shared, total }): Span => {
    const { lines, startMs, endMs } = passages[number]!
    if (total === 0) return { startMs, endMs }
    // One common word may be an accident where another line has several.
    const enough = Math.max(...shared) > 2 ? 2 : 1
    const first = shared.findIndex(count => count >= enough)
    const last = shared.findLastIndex(count => count >= enough)
    return { startMs: lines[first]!.startMs, endMs: lines[last]!.endMs }
  })
  return joinSpans(spans, 0)
}

const stemsOf = (text: string): string[] =>
  text.split(/[\s—–-]+/).flatMap(word => {
    const bare = bareWord(word)
    return bare === '' || STOP_WORDS.has(bare) ? [] : [porterStem(bare)]
  })
