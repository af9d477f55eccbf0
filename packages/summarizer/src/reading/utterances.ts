import { endsSentence } from '@recaps/domain/sentence-ends'
import type { Turn, Word } from './turns.ts'

/** One sentence as it was spoken. */
export interface Utterance {
  words: Word[]
  turn: number
  /** Position among all utterances. */
  index: number
  /** How sure it is, between 0 and 1, that this is one whole sentence. */
  certainty: number
  /** Where that had to be guessed: the turn it was cut from. */
  guess?: GuessedTurn & { from: number }
}

/** A turn without punctuation: its words in lower case, their parts of speech, and how likely a sentence ends behind each. */
export interface GuessedTurn {
  words: readonly string[]
  tags: readonly string[]
  ends: Float32Array
}

/** Splits turns into sentences where the transcript has punctuation. */
export function utterancesByPunctuation(turns: readonly Turn[]): Utterance[] {
  const utterances: Utterance[] = []
  turns.forEach((turn, t) => {
    let from = 0
    let opened = 1
    for (let i = 0; i < turn.words.length; i++) {
      const [before, word, next] = [turn.words[i - 1], turn.words[i]!, turn.words[i + 1]]
      if (next && !endsSentence(word.text, next.text, before?.text)) continue
      // A turn may end in mid-sentence, and the next one begin there.
      const closed = /[.!?…]["')]*$/.test(word.text) ? 1 : BROKEN_OFF
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

const BROKEN_OFF = 0.3

/** Share of words that end a sentence below which a transcript counts as unpunctuated. */
export const PUNCTUATED_FROM = 1 / 45

export function isPunctuated(turns: readonly Turn[]): boolean {
  let words = 0
  let ends = 0
  for (const turn of turns)
    for (const word of turn.words) {
      words++
      if (/[.!?]["')]*$/.test(word.text)) ends++
    }
  return words > 0 && ends / words >= PUNCTUATED_FROM
}
