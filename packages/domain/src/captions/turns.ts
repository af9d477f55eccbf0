import type { Word } from './words.ts'

/** Words of one speaker in one utterance. */
export interface Speech {
  words: Word[]
  /** The captions mark a change of speaker here. */
  isTurn: boolean
  /** The speaker's name, if the captions have it. */
  speaker?: string
}

/**
 * Splits an utterance where the speaker changes: at `>>` (or `>>>`), at a dash at the start of a line, and at a name with a colon
 * at the start of a line or turn. The marks and names are removed. Names count only after a mark or if they are `known` (see
 * `findNames`). The last part may be a turn without words, whose words come in the next utterance.
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
    const markLength = turnMarkLength(word)
    if (markLength > 0) begin()
    if (markLength === word.text.length) continue
    const opensTurn = part.isTurn && part.words.length === 0
    const name = opensTurn || word.isLineStart ? readName(words, at, markLength) : null
    if (name !== null && (opensTurn || known.has(name.text) || isKnownGroup(name.text, known))) {
      begin(name.text)
      at = name.last
    } else part.words.push(markLength === 0 ? word : { ...word, text: word.text.slice(markLength) })
  }
  return part.words.length > 0 || part.isTurn ? [...parts, part] : parts
}

/** Finds names that start a line at least three times, or twice if they are in capitals and the text is not. */
export const findNames = (utterances: readonly (readonly Word[])[]): Set<string> => {
  const counts = new Map<string, number>()
  let upperCase = 0
  let otherCase = 0
  for (const words of utterances) {
    words.forEach((word, at) => {
      if (/\p{Lu}{2}/u.test(word.text)) upperCase++
      else otherCase++
      const name = word.isLineStart ? readName(words, at, 0) : null
      if (name !== null) counts.set(name.text, (counts.get(name.text) ?? 0) + 1)
    })
  }
  const isUpperCaseText = upperCase > otherCase
  const names = [...counts].filter(
    ([name, count]) => count >= 3 || (count === 2 && !isUpperCaseText && /^[^\p{Ll}]{3,}$/u.test(name)),
  )
  return new Set(names.map(([name]) => name))
}

/** Number of characters at the start of the word that mark a turn. */
const turnMarkLength = (word: Word): number => {
  const arrows = /^(?:>>+|＞＞+)/.exec(word.text)?.[0].length ?? 0
  if (arrows > 0 || !word.isLineStart) return arrows
  return /^[-–—]$|^[-–](?=[\p{Lu}"'“‘¿¡[(])/u.test(word.text) ? 1 : 0
}

/** "ADA AND BEN:", if both are known names. */
const isKnownGroup = (text: string, known: ReadonlySet<string>): boolean => {
  const people = text.split(/,? (?:&|and|AND|\+) |, ?| ?\/ ?/)
  return people.length > 1 && people.every(person => known.has(person))
}

/** Reads a name of up to four words, each with a capital or a number and the last with a colon, or several such names. */
const readName = (words: readonly Word[], from: number, skip: number): { text: string; last: number } | null => {
  const parts: string[] = []
  let length = 0
  for (let at = from; at < Math.min(words.length, from + MAX_LABEL_WORDS); at++) {
    const text = (words[at]?.text ?? '').slice(at === from ? skip : 0)
    const isLast = /^[^:]{1,60}:$/u.test(text)
    const part = isLast ? text.slice(0, -1) : text
    const isConnector = parts.length > 0 && !isLast && /^(?:&|and|AND|\+|\/)$/.test(part)
    const isNamePart = /^(?:\p{Lu}[\p{L}\p{M}\p{N}.'’/-]*|\p{N}{1,3})$/u.test(isLast ? part : part.replace(/,$/, ''))
    length = isConnector || /,$/.test(parts.at(-1) ?? '') ? 0 : length + 1
    if (length > MAX_NAME_WORDS || !(isNamePart || isConnector) || (parts.length === 0 && !/^\p{Lu}/u.test(part)))
      return null
    parts.push(part)
    if (isLast) return { text: parts.join(' '), last: at }
  }
  return null
}

const MAX_NAME_WORDS = 4
const MAX_LABEL_WORDS = 12
