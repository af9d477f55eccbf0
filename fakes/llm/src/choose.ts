import type { Line } from './prompt.ts'
import { contentWordsOf, namesOf, numbersOf, wordsOf } from './words.ts'

/** The best line of each of `count` equal stretches, in their order: the beginning, the middle and the end all speak. */
export function chooseEvenly(lines: readonly Line[], count: number, focus = ''): Line[] {
  if (lines.length <= count) return [...lines]
  const worth = worthIn(lines, focus)
  const chosen = new Map<string, Line>()
  for (let stretch = 0; stretch < count; stretch++) {
    const from = Math.floor((stretch * lines.length) / count)
    const best = bestOf(lines.slice(from, Math.floor(((stretch + 1) * lines.length) / count)), worth)
    // What is said twice is told once.
    if (!chosen.has(best.text.toLowerCase())) chosen.set(best.text.toLowerCase(), best)
  }
  return [...chosen.values()]
}

/** The best lines wherever they stand, the best first. */
export function chooseBest(lines: readonly Line[], count: number, focus = ''): Line[] {
  const worth = worthIn(lines, focus)
  return lines.toSorted((a, b) => worth(b) - worth(a)).slice(0, count)
}

/** A few words that name what texts are about: those used most, and not in an earlier title. */
export function titleOf(texts: readonly string[], taken: Set<string> = new Set()): string {
  const names = new Map(texts.flatMap(namesOf).map(name => [name.toLowerCase(), name]))
  const uses = new Map<string, { weight: number; word: string }>()
  for (const word of texts.flatMap(wordsOf).filter(word => /^\p{L}{3}/u.test(word))) {
    const [stem] = contentWordsOf(word)
    if (stem === undefined || taken.has(stem)) continue
    const { weight } = uses.get(stem) ?? { weight: 0 }
    // Short words are seldom what it is about.
    uses.set(stem, { word: names.get(word) ?? word, weight: weight + Math.min(word.length, 8) })
  }
  const most = [...uses].toSorted(([, a], [, b]) => b.weight - a.weight).slice(0, 3)
  for (const [stem] of most) taken.add(stem)
  const [first = 'More', ...rest] = most.map(([, { word }]) => word)
  const title = rest.length > 0 ? `${[first, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}` : first
  return title.replace(/^\p{Ll}/u, letter => letter.toUpperCase())
}

const bestOf = (lines: readonly Line[], worth: (line: Line) => number): Line =>
  lines.reduce((best, line) => (worth(line) > worth(best) ? line : best))

/** Numbers, names and words that few lines have make a line worth telling; so does what the listener asked for. */
function worthIn(lines: readonly Line[], focus: string): (line: Line) => number {
  const linesWith = new Map<string, number>()
  for (const { text } of lines)
    for (const word of new Set(contentWordsOf(text))) linesWith.set(word, (linesWith.get(word) ?? 0) + 1)
  const sought = new Set(contentWordsOf(focus))
  const known = new Map<Line, number>()
  return line => {
    const before = known.get(line)
    if (before !== undefined) return before
    const words = [...new Set(contentWordsOf(line.text))]
    const rarity = words.reduce((sum, word) => sum + Math.log(lines.length / linesWith.get(word)!), 0)
    const worth =
      2 * numbersOf(line.text).length +
      1.5 * namesOf(line.text).length +
      rarity / Math.sqrt(1 + wordsOf(line.text).length) +
      3 * words.filter(word => sought.has(word)).length -
      (words.length < 3 ? 5 : 0)
    known.set(line, worth)
    return worth
  }
}
