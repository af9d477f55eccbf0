import { withoutDisfluencies } from '../reading/disfluencies.ts'
import type { Word } from '../reading/turns.ts'
import type { Utterance } from '../reading/utterances.ts'
import { asSentence } from '../writing/prose.ts'
import { bareWord, type Vocabulary } from './terms.ts'

/** A sentence that may stand in the summary, already in the words it would have there. */
export interface Candidate {
  text: string
  /** Words of `text`. */
  length: number
  startMs: number
  endMs: number
  /** First and last segment (sorted order) it was spoken in. */
  segments: [from: number, to: number]
  /** Position of its utterance among all utterances, and its turn. */
  index: number
  turn: number
  /** Term numbers of its content words, in order. */
  terms: number[]
  /** Begins with a word that points back ("he", "this"). */
  pointsBack: boolean
  topic: number
  score: number
}

export const MOST_WORDS = 40
const FEWEST_WORDS = 6

/** The utterance as a candidate, or null when it cannot be read alone. */
export function toCandidate(utterance: Utterance, vocabulary: Vocabulary): Candidate | null {
  const words = withoutDisfluencies(utterance.words)
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return null
  const text = asSentence(words)
  if (/\?["')]*$/.test(text)) return null
  const terms = words.map(word => vocabulary.term(word.text)).filter(term => term >= 0)
  if (terms.length < 3) return null
  return {
    text,
    length: text.split(' ').length,
    startMs: words[0]!.startMs,
    endMs: Math.max(words[0]!.startMs, words.at(-1)!.endMs),
    segments: [words[0]!.segment, words.at(-1)!.segment],
    index: utterance.index,
    turn: utterance.turn,
    terms,
    pointsBack: pointsBack(words),
    topic: 0,
    score: 0,
  }
}

const POINTER =
  /^(he|she|they|it|this|that|these|those|his|her|their|its|him|them|he's|she's|they're|it's|that's|they've|he'd|she'd|such|which|who|there's|here's)$/

function pointsBack(words: readonly Word[]): boolean {
  const first = bareWord(words[0]!.text)
  const second = bareWord(words[1]!.text)
  return (
    POINTER.test(first) ||
    (/^(but|because|if|when|and|for|to|with|by|in|of|as|then)$/.test(first) && POINTER.test(second))
  )
}
