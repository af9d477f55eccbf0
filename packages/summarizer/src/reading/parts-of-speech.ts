import model from 'wink-eng-lite-web-model'
import winkNLP, { type WinkMethods } from 'wink-nlp'

let tagger: WinkMethods | undefined

/** Words tagged at a time: the tagger looks a few words back, and short texts keep its memory small. */
const AT_ONCE = 400

/**
 * The part of speech of each lower-case word in the Universal Dependencies' tags, as `VERB`; a contraction has several, as
 * `PRON+AUX`. A word that the tagger cannot place has the tag `X`.
 */
export function tagWords(words: readonly string[]): string[] {
  tagger ??= winkNLP(model, ['sbd', 'pos'])
  const tags: string[] = []
  for (let from = 0; from < words.length; from += AT_ONCE) {
    const own = words.slice(from, from + AT_ONCE).map(asWritten)
    const tokens = tagger.readDoc(own.join(' ')).tokens()
    const texts = tokens.out()
    const found = tokens.out(tagger.its.pos)
    let at = 0
    for (const word of own) {
      const parts: string[] = []
      for (let read = 0; read < word.replaceAll(' ', '').length && at < texts.length; at++) {
        read += texts[at]!.length
        parts.push(found[at]!)
      }
      tags.push(parts.length > 0 ? parts.join('+') : 'X')
    }
  }
  return tags
}

/** What the tagger knows words by: the pronoun by its capital, a few contractions only in full. */
const IN_FULL = new Map([
  ["i'm", 'I am'],
  ['gonna', 'going to'],
  ['wanna', 'want to'],
  ['gotta', 'got to'],
  ['dunno', 'do not know'],
])

/** The tagger needs the square of a word's length. */
const LONGEST = 40

const asWritten = (word: string) =>
  IN_FULL.get(word) ??
  word
    .slice(0, LONGEST)
    .replace(/\s+/g, '')
    .replace(/^i(?=$|['’])/, 'I')
