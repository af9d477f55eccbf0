import { endsSentence } from '@recaps/domain/sentence-ends'
import type { Turn, Word } from './turns.ts'

/** One spoken sentence. */
export interface Utterance {
  words: Word[]
  turn: number
  /** Index among all utterances. */
  index: number
  /** Probability that this is exactly one sentence. */
  certainty: number
  /** Set if sentence ends were predicted: the turn it is part of. */
  guess?: GuessedTurn & { from: number }
}

/** A turn without punctuation: lower-case words, parts of speech, and the probability that a sentence ends after each word. */
export interface GuessedTurn {
  words: readonly string[]
  tags: readonly string[]
  ends: Float32Array
}

/** Splits turns of a punctuated transcript into sentences. */
export function splitByPunctuation(turns: readonly Turn[]): Utterance[] {
  const utterances: Utterance[] = []
  turns.forEach((turn, t) => {
    let from = 0
    let opened = 1
    for (let i = 0; i < turn.words.length; i++) {
      const [before, word, next] = [turn.words[i - 1], turn.words[i]!, turn.words[i + 1]]
      if (next && !endsSentence(word.text, next.text, before?.text)) continue
      // A turn may end in mid-sentence, and the next one begin there.
      const closed = /[.!?…]["')]*$/.test(word.text) ? 1 : UNCLOSED_CERTAINTY
      utterances.push({
        words: turn.words.slice(from, i + 1),
        turn: t,
        index: utterances.length,
        certainty: opened * closed,
      })
      opened = closed
      from = i + 1
    }
  })
  return utterances
}

const UNCLOSED_CERTAINTY = 0.3

/** Minimum share of words that end a sentence for a transcript to count as punctuated. */
export const MIN_PUNCTUATED_SHARE = 1 / 45

export function isPunctuated(turns: readonly Turn[]): boolean {
  let words = 0
  let ends = 0
  for (const turn of turns)
    for (const word of turn.words) {
      words++
      if (/[.!?]["')]*$/.test(word.text)) ends++
    }
  return words > 0 && ends / words >= MIN_PUNCTUATED_SHARE
}
