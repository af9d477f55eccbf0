import { TRAINED_ON } from '@recaps/summarizer/generated/trained-on'
import { type Models, shippedModels } from '@recaps/summarizer/models'
import { type SpokenDocument, TRAINING_SOURCES, type View } from '@recaps/summarizer/training/documents'
import { type TrainedReading, trainChoice, trainCommon, trainReading } from '@recaps/summarizer/training/train'

const FOLDS = 5

/**
 * The models to score each document with. Documents of a series that the shipped models learnt from get models trained in
 * this run without that series (and the other series of its fold); all others get the shipped ones.
 */
export function modelsWithout(documents: readonly SpokenDocument[], view: View): (document: SpokenDocument) => Models {
  const learntFrom = new Set(TRAINED_ON)
  const groups = [...new Set(documents.map(document => document.group))].filter(group => learntFrom.has(group)).sort()
  const foldOf = (group: string) => (groups.includes(group) ? groups.indexOf(group) % FOLDS : -1)
  const trained = Array.from({ length: Math.min(FOLDS, groups.length) }, (_, fold) => {
    const others = documents.filter(({ source, group }) => TRAINING_SOURCES.includes(source) && foldOf(group) !== fold)
    return trainOn(others, view)
  })
  return ({ group }) => trained[foldOf(group)] ?? shippedModels()
}

function trainOn(documents: readonly SpokenDocument[], view: View): Models {
  const { common } = trainCommon(documents)
  // Where sentences end is read off the punctuation when there is some, so only captions need those models.
  const { boundaries, wholeness } = view === 'captions' ? modelsOf(trainReading(documents, common)) : shippedModels()
  const learnt = { common, boundaries, wholeness }
  return { ...learnt, salience: trainChoice(documents, learnt) }
}

const modelsOf = ({ boundaries, wholeness }: TrainedReading) => ({
  boundaries: boundaries.model,
  wholeness: wholeness.model,
})
