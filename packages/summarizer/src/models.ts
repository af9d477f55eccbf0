import { BOUNDARY_FEATURES, BOUNDARY_STEP } from './generated/boundary-model.ts'
import { CAPITAL_FEATURES, CAPITAL_STEP } from './generated/capital-model.ts'
import { COMMON_WORDS } from './generated/common-words.ts'
import { SALIENCE } from './generated/salience.ts'
import { WHOLENESS_FEATURES, WHOLENESS_STEP } from './generated/wholeness-model.ts'
import { type HashedModel, unpackModel } from './learnt/hashed-model.ts'
import { MARK_COUNT } from './reading/boundary-model.ts'

/** Words that are normally lower case, each with its frequency tier: 0 occurs in every other recording, 3 in few. */
export type CommonWords = ReadonlyMap<string, number>

export const commonWords = (tiers: readonly (readonly string[])[]): CommonWords =>
  new Map(tiers.flatMap((words, tier) => words.map(word => [word, tier] as const)))

/** The engine's trained models. The evaluation passes models trained without the documents it scores. */
export interface Models {
  /** Predicts the punctuation after a word; see `predictBoundaries`. */
  boundaries: HashedModel
  /** Predicts whether words from unpunctuated speech are one complete sentence. */
  wholeness: HashedModel
  common: CommonWords
  /** Predicts which words are capitalised inside sentences; see `predictCapitals`. */
  capitals: HashedModel
  /** Weight of each salience feature. */
  salience: readonly number[]
}

let shipped: Models | undefined

/** The models included in this package, unpacked at first use. */
export function shippedModels(): Models {
  shipped ??= {
    boundaries: unpackModel(BOUNDARY_FEATURES, MARK_COUNT, BOUNDARY_STEP),
    wholeness: unpackModel(WHOLENESS_FEATURES, 1, WHOLENESS_STEP),
    capitals: unpackModel(CAPITAL_FEATURES, 1, CAPITAL_STEP),
    common: commonWords(COMMON_WORDS.map(words => words.split(' '))),
    salience: SALIENCE,
  }
  return shipped
}
