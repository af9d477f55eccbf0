import { TRAINED_ON } from '@recaps/summarizer/generated/trained-on'
import { type Models, shippedModels } from '@recaps/summarizer/models'
import { trainCapitals } from '@recaps/summarizer/training/capitals'
import { type SpokenDocument, TRAINING_SOURCES, type View } from '@recaps/summarizer/training/documents'
import { type TrainedReading, trainCommon, trainReading, trainSalienceWeights } from '@recaps/summarizer/training/train'

export const FOLDS = 5

/**
 * Returns the models to score each document with. Documents of a series in the training data of the shipped models get models
 * trained in this run without that series (and the other series of its fold); all others get the shipped models.
 */
export function crossValidatedModels(
  documents: readonly SpokenDocument[],
  view: View,
): (document: SpokenDocument) => Models {
  const trainedOn = new Set(TRAINED_ON)
  const known = documents.filter(document => trainedOn.has(document.group))
  const foldOf = assignFolds(known)
  const trained = Array.from({ length: Math.min(FOLDS, new Set(known.map(({ group }) => group)).size) }, (_, fold) => {
    const others = documents.filter(document => TRAINING_SOURCES.includes(document.source) && foldOf(document) !== fold)
    return trainOn(others, view)
  })
  return document => trained[foldOf(document)] ?? shippedModels()
}

/** The fold of each document, series by series; −1 for a series that is not among the documents. */
export function assignFolds(documents: readonly SpokenDocument[]): (document: SpokenDocument) => number {
  const groups = [...new Set(documents.map(document => document.group))].sort()
  return ({ group }) => (groups.includes(group) ? groups.indexOf(group) % FOLDS : -1)
}

function trainOn(documents: readonly SpokenDocument[], view: View): Models {
  const { common } = trainCommon(documents)
  // With punctuation, sentence ends are known, so only captions need these models.
  const { boundaries, wholeness, capitals } =
    view === 'captions'
      ? { ...modelsOf(trainReading(documents, common)), capitals: trainCapitals(documents).model }
      : shippedModels()
  const trainedModels = { common, boundaries, wholeness, capitals }
  return { ...trainedModels, salience: trainSalienceWeights(documents, trainedModels) }
}

const modelsOf = ({ boundaries, wholeness }: TrainedReading) => ({
  boundaries: boundaries.model,
  wholeness: wholeness.model,
})
