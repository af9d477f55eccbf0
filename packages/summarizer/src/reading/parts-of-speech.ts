import model from 'wink-eng-lite-web-model'
import winkNLP, { type WinkMethods } from 'wink-nlp'

let tagger: WinkMethods | undefined

/** Words per tagger call. The tagger only uses a few words of context, and short texts limit its memory. */
const BATCH_SIZE = 400

/**
 * Tags each lower-case word with its Universal Dependencies part of speech, such as `VERB`. Contractions have several, such as
 * `PRON+AUX`. Unknown words have `X`.
 */
export function tagWords(words: readonly string[]): string[] {
  tagger ??= winkNLP(model, ['sbd', 'pos'])
  const tags: string[] = []
  for (let from = 0; from < words.length; from += BATCH_SIZE) {
    const batch = words.slice(from, from + BATCH_SIZE).map(toTaggerSpelling)
    const tokens = tagger.readDoc(batch.join(' ')).tokens()
    const texts = tokens.out()
    const found = tokens.out(tagger.its.pos)
    let at = 0
    for (const word of batch) {
      const parts: string[] = []
      for (let consumed = 0; consumed < word.replaceAll(' ', '').length && at < texts.length; at++) {
        consumed += texts[at]!.length
        parts.push(found[at]!)
      }
      tags.push(parts.length > 0 ? parts.join('+') : 'X')
    }
  }
  return tags
}

/** Spellings that the tagger expects: some contractions only in full. */
const EXPANSIONS = new Map([
  ["i'm", 'I am'],
  ['gonna', 'going to'],
  ['wanna', 'want to'],
  ['gotta', 'got to'],
  ['dunno', 'do not know'],
])

/** Maximum characters per word, because the tagger takes quadratic time in the length of a word. */
const MAX_LENGTH = 40

const toTaggerSpelling = (word: string) =>
  EXPANSIONS.get(word) ??
  word
    .slice(0, MAX_LENGTH)
    .replace(/\s+/g, '')
    .replace(/^i(?=$|['’])/, 'I')
