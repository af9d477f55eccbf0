import type { Line } from './prompt.ts'
import { extractContentWords, extractNames, extractNumbers, extractWords } from './words.ts'

/** The best line of each of `count` equal parts, in order, so that beginning, middle and end are covered. */
export function chooseEvenly(lines: readonly Line[], count: number, focus = ''): Line[] {
  if (lines.length <= count) return [...lines]
  const score = createScorer(lines, focus)
  const chosen = new Map<string, Line>()
  for (let part = 0; part < count; part++) {
    const from = Math.floor((part * lines.length) / count)
    const best = bestOf(lines.slice(from, Math.floor(((part + 1) * lines.length) / count)), score)
    // Skip repetitions of the same text.
    if (!chosen.has(best.text.toLowerCase())) chosen.set(best.text.toLowerCase(), best)
  }
  return [...chosen.values()]
}

/** The best lines regardless of position, best first. */
export function chooseBest(lines: readonly Line[], count: number, focus = ''): Line[] {
  const score = createScorer(lines, focus)
  return lines.toSorted((a, b) => score(b) - score(a)).slice(0, count)
}

/** A title of up to three words: the most used ones that no earlier title in `usedStems` has. Adds its own to `usedStems`. */
export function createTitle(texts: readonly string[], usedStems: Set<string> = new Set()): string {
  const names = new Map(texts.flatMap(extractNames).map(name => [name.toLowerCase(), name]))
  const uses = new Map<string, { weight: number; word: string }>()
  for (const word of texts.flatMap(extractWords).filter(word => /^\p{L}{3}/u.test(word))) {
    const [stem] = extractContentWords(word)
    if (stem === undefined || usedStems.has(stem)) continue
    const { weight } = uses.get(stem) ?? { weight: 0 }
    // Long words weigh more: short ones are seldom the topic.
    uses.set(stem, { word: names.get(word) ?? word, weight: weight + Math.min(word.length, 8) })
  }
  const heaviest = [...uses].toSorted(([, a], [, b]) => b.weight - a.weight).slice(0, 3)
  for (const [stem] of heaviest) usedStems.add(stem)
  const [first = 'More', ...rest] = heaviest.map(([, { word }]) => word)
  const title = rest.length > 0 ? `${[first, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}` : first
  return title.replace(/^\p{Ll}/u, letter => letter.toUpperCase())
}

const bestOf = (lines: readonly Line[], score: (line: Line) => number): Line =>
  lines.reduce((best, line) => (score(line) > score(best) ? line : best))

/** Scores lines: numbers, names, rare words and words of the user's focus count for a line, fewer than three words against it. */
function createScorer(lines: readonly Line[], focus: string): (line: Line) => number {
  const linesWith = new Map<string, number>()
  for (const { text } of lines)
    for (const word of new Set(extractContentWords(text))) linesWith.set(word, (linesWith.get(word) ?? 0) + 1)
  const focusWords = new Set(extractContentWords(focus))
  const cache = new Map<Line, number>()
  return line => {
    const cached = cache.get(line)
    if (cached !== undefined) return cached
    const words = [...new Set(extractContentWords(line.text))]
    const rarity = words.reduce((sum, word) => sum + Math.log(lines.length / linesWith.get(word)!), 0)
    const score =
      2 * extractNumbers(line.text).length +
      1.5 * extractNames(line.text).length +
      rarity / Math.sqrt(1 + extractWords(line.text).length) +
      3 * words.filter(word => focusWords.has(word)).length -
      (words.length < 3 ? 5 : 0)
    cache.set(line, score)
    return score
  }
}
