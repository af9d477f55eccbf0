import type { SummaryContent, Timing } from '@recaps/contract'

/** A spoken part of the summary: `section` -1 is the opening, `sentence` -1 a section title (contract, `timing`). */
export interface TextPosition {
  section: number
  sentence: number
}

export const isSamePosition = (a: TextPosition | null, b: TextPosition | null): boolean =>
  a === b || (a?.section === b?.section && a?.sentence === b?.sentence)

/** The timing spoken at a position: the last that has started, or null before the first. Timings must be in order. */
export function timingAt(timings: readonly Timing[], atMs: number): Timing | null {
  let low = 0
  let high = timings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (timings[middle]!.startMs <= atMs) low = middle + 1
    else high = middle
  }
  return timings[low - 1] ?? null
}

export const findTiming = (timings: readonly Timing[], place: TextPosition): Timing | undefined =>
  timings.find(timing => isSamePosition(timing, place))

/** The written words of a sentence, each with its trailing white space. */
export const writtenWords = (text: string): string[] => text.match(/\S+\s*/g) ?? []

/**
 * Start of each written word in the audio, in milliseconds. Spoken words differ from written ones ("$5" becomes "five dollars"),
 * so equal words are matched in order (longest common subsequence). The time between two matches is divided among the words
 * there in proportion to their length.
 */
export function wordStarts(text: string, spoken: Timing['words'], startMs: number, endMs: number): number[] {
  const written = writtenWords(text)
  const anchors = [
    { word: -1, ms: startMs },
    ...matches(
      written.map(plain),
      spoken.map(word => plain(word.text)),
    ).map(([at, spokenAt]) => ({
      word: at,
      ms: spoken[spokenAt]!.startMs,
    })),
    { word: written.length, ms: endMs },
  ]
  const starts: number[] = []
  for (let i = 1; i < anchors.length; i++) {
    const from = anchors[i - 1]!
    const to = anchors[i]!
    const between = written.slice(Math.max(0, from.word), to.word)
    const letters = between.reduce((sum, word) => sum + word.length, 0) || 1
    let ms = from.ms
    for (const word of between) {
      starts.push(ms)
      ms += ((to.ms - from.ms) * word.length) / letters
    }
  }
  return starts
}

/** Index of the word spoken at a position, -1 before the first. */
export function wordAt(starts: readonly number[], atMs: number): number {
  let index = -1
  for (const start of starts) {
    if (start > atMs) break
    index++
  }
  return index
}

/** Sentences in reading order. `readPosition` is an index into this list. */
export function readingOrder(content: SummaryContent): TextPosition[] {
  return content.sections.flatMap(({ sentences }, section) => sentences.map((_, sentence) => ({ section, sentence })))
}

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Index pairs of equal words, from a longest common subsequence. Sentences are short, so the quadratic table is small. */
function matches(a: readonly string[], b: readonly string[]): [number, number][] {
  const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const equal = a[i] !== '' && a[i] === b[j]
      best[i]![j] = equal ? best[i + 1]![j + 1]! + 1 : Math.max(best[i + 1]![j]!, best[i]![j + 1]!)
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] !== '' && a[i] === b[j]) pairs.push([i++, j++])
    else if (best[i + 1]![j]! >= best[i]![j + 1]!) i++
    else j++
  }
  return pairs
}
