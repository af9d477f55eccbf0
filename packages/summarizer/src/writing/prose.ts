import { isAbbreviation } from '@recaps/domain/sentence-ends'
import type { Word } from '../reading/turns.ts'

/** Joins words into a written sentence with a capital, a final mark and no stray punctuation. */
export function formatSentence(words: readonly Word[]): string {
  const joined = words
    .map(word => word.text)
    .join(' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/^[\s,.;:!?…-]+/, '')
    // A full stop that the recogniser added although the speaker only hesitated.
    .replace(/(?<=^|\s)(\p{L}[\p{L}'’-]+)\.(?=\s\p{Ll})/gu, (written, word: string) =>
      isAbbreviation(written) ? written : word,
    )
    .replace(/(…|\.{2,})(?=\s\p{Ll})/gu, '')
    // A word that the captions hyphenated at the end of a line.
    .replace(/(?<=\p{L}{3})- (?=\p{Ll}{3})/gu, '-')
    .replace(/,{2,}/g, ',')
    .replace(/[,;:]+(?=[.!?])/g, '')
    .replace(/[\s,;:–—-]+$/, '')
    .replace(/\bi\b(?!\.\p{L})(?=$|[\s,.;:!?']|'(m|ve|ll|d)\b)/gu, 'I')
    .replace(/…+|\.{2,}/g, '.')
    .trim()
  if (joined === '') return ''
  const quoted = removeUnpairedQuote(joined)
  const closed = /[.!?]["')]*$/.test(quoted) ? quoted : `${quoted}.`
  return closed.replace(/^(["'(]*)(\p{Ll})/u, (_, open: string, letter: string) => open + letter.toUpperCase())
}

/** Removes an unpaired quotation mark, whose counterpart is in another sentence. */
const removeUnpairedQuote = (text: string) =>
  (text.match(/["“”]/g) ?? []).length === 1 ? text.replace(/["“”]/, '') : text
