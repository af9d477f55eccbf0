import { type CommonWords, commonWords, type Models } from '../src/models.ts'
import { markedWords, trainBoundaries } from './boundaries.ts'
import type { SpokenDocument } from './documents.ts'
import { trainCommonWords } from './lexicon.ts'
import type { Trained } from './logistic.ts'
import { rateCandidates, trainSalience } from './salience.ts'
import { trainWholeness } from './wholeness.ts'

/** The two models that find sentences in speech without punctuation. */
export interface TrainedReading {
  boundaries: Trained
  wholeness: Trained
}

export const trainReading = (documents: readonly SpokenDocument[], common: CommonWords): TrainedReading => ({
  boundaries: trainBoundaries(documents.map(markedWords)),
  wholeness: trainWholeness(documents, common),
})

export function trainCommon(documents: readonly SpokenDocument[]): { tiers: string[][]; common: CommonWords } {
  const tiers = trainCommonWords(documents)
  return { tiers, common: commonWords(tiers) }
}

/** Trains the weights of the salience features, given the other models. */
export const trainChoice = (documents: readonly SpokenDocument[], models: Omit<Models, 'salience'>): number[] =>
  trainSalience(documents.map(document => rateCandidates(document, models)))
