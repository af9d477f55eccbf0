import { endsSentence } from '@recaps/domain/sentence-ends'
import { surveyRecording } from '../src/choosing/survey.ts'
import { wholenessFeatures } from '../src/choosing/wholeness.ts'
import { createHashedModel, type HashedModel } from '../src/learnt/hashed-model.ts'
import type { CommonWords } from '../src/models.ts'
import { splitByModel, spokenWords } from '../src/reading/punctuate.ts'
import { normaliseSegments, readTurns } from '../src/reading/turns.ts'
import { toMarkedWords, trainBoundaries } from './boundaries.ts'
import type { SpokenDocument } from './documents.ts'
import { type TrainedModel, trainLogistic } from './logistic.ts'

/** Candidates from speech with its punctuation hidden, and whether each is a complete sentence in the original. */
export interface JudgedCandidates {
  features: Int32Array[]
  whole: boolean[]
}

/**
 * Trains the model that distinguishes complete sentences from fragments. Candidates come from a boundary model that was not trained on the
 * recording, because one that was would be overconfident.
 */
export function trainWholeness(documents: readonly SpokenDocument[], common: CommonWords): TrainedModel {
  const groups = [...new Set(documents.map(document => document.group))].sort()
  const halfOf = ({ group }: SpokenDocument) => groups.indexOf(group) % 2
  const boundaries = [0, 1].map(
    half => trainBoundaries(documents.filter(document => halfOf(document) !== half).map(toMarkedWords)).model,
  )
  return fitWholeness(documents.map(document => judgeCandidates(document, boundaries[halfOf(document)]!, common)))
}

const L1 = 1
const MODEL_SIZE = 24_000

function fitWholeness(documents: readonly JudgedCandidates[]): TrainedModel {
  const features = documents.flatMap(document => document.features)
  const whole = documents.flatMap(document => document.whole)
  return trainLogistic({
    examples: features.length,
    features(example, keys) {
      keys.set(features[example]!)
      return features[example]!.length
    },
    label: example => (whole[example] ? 1 : 0),
    classes: 1,
    maxFeatures: features.reduce((max, list) => Math.max(max, list.length), 0),
    modelSize: MODEL_SIZE,
    l1: L1,
  })
}

export function judgeCandidates(
  document: Pick<SpokenDocument, 'segments' | 'durationMs'>,
  boundaries: HashedModel,
  common: CommonWords,
): JudgedCandidates {
  const spoken = readTurns(normaliseSegments(document)).map(turn => ({ ...turn, words: spokenWords(turn.words) }))
  const ends = spoken.map(({ words }) =>
    words.map(({ text }, i) => i + 1 === words.length || endsSentence(text, words[i + 1]!.text)),
  )
  const turns = spoken.map(turn => ({
    ...turn,
    words: turn.words.map(({ bare, ...word }) => ({ ...word, text: bare })),
  }))
  const utterances = splitByModel(turns, boundaries)
  const { candidates } = surveyRecording(
    { turns, utterances },
    { common, salience: [], wholeness: createHashedModel([], 1, 1) },
  )
  const located = candidates.flatMap(({ words, turn, position }) => (position ? [{ words, turn, position }] : []))
  return {
    features: located.map(({ words, position }) => wholenessFeatures(words, position)),
    whole: located.map(({ turn, position }) =>
      isCompleteSentence(position.turn.words, ends[turn]!, position.first, position.last),
    ),
  }
}

const CONJUNCTION = /^(and|but|so|because|then|or|well|now|okay|yeah|right)$/
const OPENS_CLAUSE =
  /^(i|you|he|she|it|we|they|there|this|that|these|the|my|our|i'm|it's|we're|they're|that's|there's|you're|we've|i've|if|when|people)$/

/** Whether the words are a complete sentence. A clause joined to its neighbours by "and" counts too. */
export function isCompleteSentence(
  words: readonly string[],
  ends: readonly boolean[],
  first: number,
  last: number,
): boolean {
  for (let i = first; i < last; i++) if (ends[i]) return false
  const joinsNext = /^(and|but|so)$/.test(words[last + 1] ?? '') && OPENS_CLAUSE.test(words[last + 2] ?? '')
  return (ends[last]! || joinsNext) && begins(words, ends, first)
}

function begins(words: readonly string[], ends: readonly boolean[], first: number): boolean {
  const before = words[first - 1] ?? ''
  if (/^(and|but|so|because)$/.test(before) && OPENS_CLAUSE.test(words[first]!)) return true
  for (let i = first; i >= first - 3; i--) {
    if (i === 0 || ends[i - 1]) return true
    if (!CONJUNCTION.test(words[i - 1]!)) return false
  }
  return false
}
