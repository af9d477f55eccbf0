import type { Segment } from '@recaps/domain/transcript'

/** People repeat a phrase up to three times; a recogniser in a loop repeats it until the piece ends. */
const maxRepeats = 3
const maxPhraseWords = 12

/**
 * Recognisers get caught in loops by noise and silence. If a line occurs more than three times in a row, or a phrase more than three
 * times in a row within a line, only the first occurrence is kept.
 */
export function withoutLoops(segments: readonly Segment[]): Segment[] {
  const lines = segments.map(withoutPhraseLoops)
  return lines.filter((line, index) => {
    const text = normalizeText(line.text)
    let first = index
    while (first > 0 && normalizeText(lines[first - 1]!.text) === text) first--
    let last = index
    while (last + 1 < lines.length && normalizeText(lines[last + 1]!.text) === text) last++
    return index === first || last - first + 1 <= maxRepeats
  })
}

/** Normalizes text for comparison: lower-case, without punctuation. */
export const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s']/gu, '')
    .trim()

function withoutPhraseLoops(segment: Segment): Segment {
  const words = segment.text.split(' ')
  const plainWords = words.map(normalizeText)
  for (let start = 0; start < plainWords.length; start++) {
    for (let length = 1; length <= maxPhraseWords; length++) {
      const times = countRepeats(plainWords, start, length)
      if (times <= maxRepeats) continue
      const surplus = length * (times - 1)
      plainWords.splice(start + length, surplus)
      words.splice(start + length, surplus)
      segment.words?.splice(start + length, surplus)
    }
  }
  return { ...segment, text: words.join(' ') }
}

function countRepeats(words: readonly string[], start: number, length: number): number {
  let times = 1
  const isSame = (other: number) => words.slice(other, other + length).every((word, i) => word === words[start + i])
  while (start + length * (times + 1) <= words.length && isSame(start + length * times)) times++
  return times
}
