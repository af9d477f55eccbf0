import { WORD_SEQUENCES } from '../generated/word-sequences.ts'
import { featureWeight, type HashedModel, unpackModel } from '../learnt/hashed-model.ts'
import { hash, mix, toKey } from '../learnt/hashing.ts'

/** Log-probabilities are stored in units of this, with a minimum of −127 units. */
export const SEQUENCE_STEP = 0.1

/** Keys in the table of word sequences. Arguments are word hashes. Also used for training. */
export const sequenceKeys = {
  word: (b: number) => toKey(mix(b, 7001)),
  backoff: (b: number) => toKey(mix(b, 7002)),
  ends: (b: number) => toKey(mix(b, 7003)),
  begins: (c: number) => toKey(mix(c, 7004)),
  pair: (b: number, c: number) => toKey(mix(mix(b, c), 7005)),
  endsPair: (a: number, b: number) => toKey(mix(mix(a, b), 7006)),
  beginsPair: (c: number, d: number) => toKey(mix(mix(c, d), 7007)),
}

export const hashWord = (word: string): number => hash(word)

let table: HashedModel | undefined

/** Log-probabilities for the gap between `b` and `c` in "a b c d". */
export interface SequenceOdds {
  /** The sentence ends after "b"; after "a b". */
  ends: number
  endsPair: number
  /** The next sentence begins with "c"; with "c d". */
  begins: number
  beginsPair: number
  /** Inside a sentence, "c" follows "b"; "d" follows "c". */
  continues: number
  next: number
}

const UNKNOWN = { word: -11.5, ends: -3, begins: -10.5 }

/** Fills `odds` for the words with hashes `a` to `d`. Unknown words count as rare. */
export function sequenceOdds(a: number, b: number, c: number, d: number, odds: SequenceOdds): void {
  table ??= unpackModel(WORD_SEQUENCES, 1, SEQUENCE_STEP)
  const { word, backoff, ends, begins, pair, endsPair, beginsPair } = sequenceKeys
  const lookUp = (key: number, fallback: number) => featureWeight(table!, key) ?? fallback
  const follows = (first: number, second: number) =>
    featureWeight(table!, pair(first, second)) ?? lookUp(backoff(first), 0) + lookUp(word(second), UNKNOWN.word)
  odds.ends = lookUp(ends(b), UNKNOWN.ends)
  odds.endsPair = lookUp(endsPair(a, b), odds.ends)
  odds.begins = lookUp(begins(c), UNKNOWN.begins)
  odds.continues = follows(b, c)
  odds.next = follows(c, d)
  odds.beginsPair = odds.begins + lookUp(beginsPair(c, d), odds.next)
}
