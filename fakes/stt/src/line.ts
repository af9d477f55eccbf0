/** A line that was heard in a piece of sound, in seconds from its beginning. */
export interface Line {
  start: number
  end: number
  words: { word: string; start: number; end: number }[]
}

/** Text said at an even pace from an instant on, as a line whose words have their instants. */
export function lineOf(text: string, start: number, wordsPerMinute = 150): Line {
  const each = 60 / wordsPerMinute
  const words = text
    .split(' ')
    .map((word, i) => ({ word, start: start + i * each, end: start + (i + 1) * each - 0.05 }))
  return { start, end: words.at(-1)!.end, words }
}

export const textOf = ({ words }: Line): string => words.map(({ word }) => word).join(' ')
