import { WORD_SEQUENCES } from '../generated/word-sequences.ts'
import { type HashedModel, unpackModel, weightOf } from '../learnt/hashed-model.ts'
import { hash, mix, toKey } from '../learnt/hashing.ts'

/** Logarithms of probabilities are kept in steps of this, and reach down to −127 steps. */
export const SEQUENCE_STEP = 0.1

/** Keys of what is known about sequences of words, each word given by its hash. Shared with the training. */
export const sequenceKeys = {
  word: (b: number) => toKey(mix(b, 7001)),
  backoff: (b: number) => toKey(mix(b, 7002)),
  ends: (b: number) => toKey(mix(b, 7003)),
  begins: (c: number) => toKey(mix(c, 7004)),
  pair: (b: number, c: number) => toKey(mix(mix(b, c), 7005)),
  endsPair: (a: number, b: number) => toKey(mix(mix(a, b), 7006)),
  beginsPair: (c: number, d: number) => toKey(mix(mix(c, d), 7007)),
}

export const hashOfWord = (word: string): number => hash(word)

let table: HashedModel | undefined

/** What lies between words `b` and `c` of "a b c d", each as its hash: logarithms of probabilities. */
export interface SequenceOdds {
  /** The sentence ends behind b; behind "a b". */
  ends: number
  endsPair: number
  /** The next one begins with c; with "c d". */
  begins: number
  beginsPair: number
  /** c follows b, and d follows c, as in the middle of a sentence. */
  goesOn: number
  next: number
}

const UNKNOWN = { word: -11.5, ends: -3, begins: -10.5 }

/** Fills `odds`. Unknown words count as rare ones. */
export function sequenceOdds(a: number, b: number, c: number, d: number, odds: SequenceOdds): void {
  table ??= unpackModel(WORD_SEQUENCES, 1, SEQUENCE_STEP)
  const { word, backoff, ends, begins, pair, endsPair, beginsPair } = sequenceKeys
  const known = (key: number, otherwise: number) => weightOf(table!, key) ?? otherwise
  const follows = (first: number, second: number) =>
    weightOf(table!, pair(first, second)) ?? known(backoff(first), 0) + known(word(second), UNKNOWN.word)
  odds.ends = known(ends(b), UNKNOWN.ends)
  odds.endsPair = known(endsPair(a, b), odds.ends)
  odds.begins = known(begins(c), UNKNOWN.begins)
  odds.goesOn = follows(b, c)
  odds.next = follows(c, d)
  odds.beginsPair = odds.begins + known(beginsPair(c, d), odds.next)
}
