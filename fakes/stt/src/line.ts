/** A recognized line of speech; times in seconds from the start of the audio. */
export interface Line {
  start: number
  end: number
  words: { word: string; start: number; end: number }[]
}

/** A line of text spoken at a constant pace from `start`, with a timestamp per word. */
export function createLine(text: string, start: number, wordsPerMinute = 150): Line {
  const each = 60 / wordsPerMinute
  const words = text
    .split(' ')
    .map((word, i) => ({ word, start: start + i * each, end: start + (i + 1) * each - 0.05 }))
  return { start, end: words.at(-1)!.end, words }
}

export const joinWords = ({ words }: Line): string => words.map(({ word }) => word).join(' ')
