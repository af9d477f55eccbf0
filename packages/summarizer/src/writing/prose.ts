import type { Word } from '../reading/turns.ts'

/** Words as one written sentence: capital at the start, a mark at the end, no loose punctuation. */
export function asSentence(words: readonly Word[]): string {
  const joined = words
    .map(word => word.text)
    .join(' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/^[\s,.;:!?…-]+/, '')
    // A recogniser's full stop where the speaker only hesitated.
    .replace(/(?<=(^|\s)\p{L}[\p{L}'’-]+)\.(?=\s\p{Ll})/gu, (stop, _, at: number, all: string) =>
      ABBREVIATED.test(all.slice(0, at)) ? stop : '',
    )
    .replace(/(…|\.{2,})(?=\s\p{Ll})/gu, '')
    // A word that the captions broke at the end of a line.
    .replace(/(?<=\p{L}{3})- (?=\p{Ll}{3})/gu, '-')
    .replace(/,{2,}/g, ',')
    .replace(/[,;:]+(?=[.!?])/g, '')
    .replace(/[\s,;:–—-]+$/, '')
    .replace(/\bi\b(?=$|[\s,.;:!?']|'(m|ve|ll|d)\b)/g, 'I')
    .replace(/…+|\.{2,}/g, '.')
    .trim()
  if (joined === '') return ''
  const quoted = withoutLoneQuote(joined)
  const closed = /[.!?]["')]*$/.test(quoted) ? quoted : `${quoted}.`
  return closed.replace(/^(["'(]*)(\p{Ll})/u, (_, open: string, letter: string) => open + letter.toUpperCase())
}

/** A quotation mark whose partner stands in another sentence quotes nothing. */
const withoutLoneQuote = (text: string) =>
  (text.match(/["“”]/g) ?? []).length === 1 ? text.replace(/["“”]/, '') : text

/** Ends with a word whose full stop belongs to it. */
const ABBREVIATED = /(^|\s)(vs|etc|approx|fig|inc|ltd|co|al|no|jr|sr|st|dr|mr|mrs|ms|prof)$/i
