import { type CommonWords, commonWords, type Models } from '../src/models.ts'
import { toMarkedWords, trainBoundaries } from './boundaries.ts'
import type { SpokenDocument } from './documents.ts'
import { trainCommonWords } from './lexicon.ts'
import type { TrainedModel } from './logistic.ts'
import { rateCandidates, trainSalience } from './salience.ts'
import { trainWholeness } from './wholeness.ts'

/** The two models that find sentences in speech without punctuation. */
export interface TrainedReading {
  boundaries: TrainedModel
  wholeness: TrainedModel
}

export const trainReading = (documents: readonly SpokenDocument[], common: CommonWords): TrainedReading => ({
  boundaries: trainBoundaries(documents.map(toMarkedWords)),
  wholeness: trainWholeness(documents, common),
})

export function trainCommon(documents: readonly SpokenDocument[]): { tiers: string[][]; common: CommonWords } {
  const tiers = trainCommonWords(documents)
  return { tiers, common: commonWords(tiers) }
}

/** Trains the weights of the salience features, given the other models. */
export const trainSalienceWeights = (
  documents: readonly SpokenDocument[],
  models: Omit<Models, 'salience'>,
): number[] => trainSalience(documents.map(document => rateCandidates(document, models)))
