import type { Word } from './words.ts'

/** Words of one voice in one utterance. */
export interface Speech {
  words: Word[]
  /** Another voice than before begins here, as the captions say. */
  isTurn: boolean
  /** The voice's name, where the captions give one. */
  speaker?: string
}

/**
 * Parts an utterance where the voice changes: at `>>` (also `>>>`), at a dash that opens a line, and at a name with a
 * colon that opens a line or a turn. The marks and names go, the change is kept. Names are believed when they follow a
 * mark or are `known` (see `findNames`). The last part may be a turn without words: the voice comes with what follows.
 */
export const splitTurns = (words: readonly Word[], known: ReadonlySet<string>): Speech[] => {
  const parts: Speech[] = []
  let part: Speech = { words: [], isTurn: false }
  const begin = (speaker?: string) => {
    if (part.words.length > 0) parts.push(part)
    part = speaker === undefined ? { words: [], isTurn: true } : { words: [], isTurn: true, speaker }
  }
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const marked = turnMark(word)
    if (marked > 0) begin()
    if (marked === word.text.length) continue
    const opensTurn = part.isTurn && part.words.length === 0
    const name = opensTurn || word.isLineStart ? nameAt(words, at, marked) : null
    if (name !== null && (opensTurn || known.has(name.text) || isKnownGroup(name.text, known))) {
      begin(name.text)
      at = name.last
    } else part.words.push(marked === 0 ? word : { ...word, text: word.text.slice(marked) })
  }
  return part.words.length > 0 || part.isTurn ? [...parts, part] : parts
}

/** Names that open a line at least three times, or twice in capitals where the text is not in capitals. */
export const findNames = (utterances: readonly (readonly Word[])[]): Set<string> => {
  const counts = new Map<string, number>()
  let capitals = 0
  let small = 0
  for (const words of utterances) {
    words.forEach((word, at) => {
      if (/\p{Lu}{2}/u.test(word.text)) capitals++
      else small++
      const name = word.isLineStart ? nameAt(words, at, 0) : null
      if (name !== null) counts.set(name.text, (counts.get(name.text) ?? 0) + 1)
    })
  }
  const isShouted = capitals > small
  const names = [...counts].filter(
    ([name, count]) => count >= 3 || (count === 2 && !isShouted && /^[^\p{Ll}]{3,}$/u.test(name)),
  )
  return new Set(names.map(([name]) => name))
}

/** How many characters at the beginning of the word mark a turn. */
const turnMark = (word: Word): number => {
  const arrows = /^(?:>>+|＞＞+)/.exec(word.text)?.[0].length ?? 0
  if (arrows > 0 || !word.isLineStart) return arrows
  return /^[-–—]$|^[-–](?=[\p{Lu}"'“‘¿¡[(])/u.test(word.text) ? 1 : 0
}

/** "ADA AND BEN:" where both speak elsewhere. */
const isKnownGroup = (text: string, known: ReadonlySet<string>): boolean => {
  const people = text.split(/,? (?:&|and|AND|\+) |, ?| ?\/ ?/)
  return people.length > 1 && people.every(person => known.has(person))
}

/** A name of up to four words, each with a capital or a figure, of which the last ends in a colon; or several such names. */
const nameAt = (words: readonly Word[], from: number, skip: number): { text: string; last: number } | null => {
  const parts: string[] = []
  let length = 0
  for (let at = from; at < Math.min(words.length, from + MOST_LABEL_WORDS); at++) {
    const text = (words[at]?.text ?? '').slice(at === from ? skip : 0)
    const isLast = /^[^:]{1,60}:$/u.test(text)
    const part = isLast ? text.slice(0, -1) : text
    const isConnector = parts.length > 0 && !isLast && /^(?:&|and|AND|\+|\/)$/.test(part)
    const isNamePart = /^(?:\p{Lu}[\p{L}\p{M}\p{N}.'’/-]*|\p{N}{1,3})$/u.test(isLast ? part : part.replace(/,$/, ''))
    length = isConnector || /,$/.test(parts.at(-1) ?? '') ? 0 : length + 1
    if (length > MOST_NAME_WORDS || !(isNamePart || isConnector) || (parts.length === 0 && !/^\p{Lu}/u.test(part)))
      return null
    parts.push(part)
    if (isLast) return { text: parts.join(' '), last: at }
  }
  return null
}

const MOST_NAME_WORDS = 4
const MOST_LABEL_WORDS = 12
