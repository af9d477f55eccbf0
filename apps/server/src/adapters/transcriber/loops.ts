import type { Segment } from '@recaps/domain/transcript'

/** People say a thing three times; a recogniser that has lost its way says it until the piece is over. */
const saidAtMost = 3
const longestPhrase = 12

/**
 * Cuts loops down, to which recognisers fall victim in noise and silence: of lines that are the same more than three times
 * in a row the first stays, and of a phrase that a line says over and over, too.
 */
export function withoutLoops(segments: readonly Segment[]): Segment[] {
  const lines = segments.map(unlooped)
  return lines.filter((line, at) => {
    const said = plain(line.text)
    let first = at
    while (first > 0 && plain(lines[first - 1]!.text) === said) first--
    let last = at
    while (last + 1 < lines.length && plain(lines[last + 1]!.text) === said) last++
    return at === first || last - first + 1 <= saidAtMost
  })
}

/** The words of a line without what makes them look different: how they are compared. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s']/gu, '')
    .trim()

function unlooped(segment: Segment): Segment {
  const words = segment.text.split(' ')
  const said = words.map(plain)
  for (let at = 0; at < said.length; at++) {
    for (let length = 1; length <= longestPhrase; length++) {
      const times = timesSaid(said, at, length)
      if (times <= saidAtMost) continue
      const gone = length * (times - 1)
      said.splice(at + length, gone)
      words.splice(at + length, gone)
      segment.words?.splice(at + length, gone)
    }
  }
  return { ...segment, text: words.join(' ') }
}

function timesSaid(words: readonly string[], at: number, length: number): number {
  let times = 1
  const isSame = (start: number) => words.slice(start, start + length).every((word, i) => word === words[at + i])
  while (at + length * (times + 1) <= words.length && isSame(at + length * times)) times++
  return times
}
