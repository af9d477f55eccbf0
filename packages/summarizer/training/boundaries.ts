import { endsSentence } from '@recaps/domain/sentence-ends'
import { BOUNDARY_FEATURE_COUNT, boundaryFeatures, hashWords } from '../src/reading/boundary-features.ts'
import { MARK_COUNT } from '../src/reading/boundary-model.ts'
import { tagWords } from '../src/reading/parts-of-speech.ts'
import { spokenWords } from '../src/reading/punctuate.ts'
import { normaliseSegments, readTurns, type Word } from '../src/reading/turns.ts'
import type { SpokenDocument } from './documents.ts'
import { type TrainedModel, trainLogistic } from './logistic.ts'

/** Input of the boundary model: lower-case words and the mark after each. */
export interface MarkedWords {
  words: string[]
  tags: string[]
  /** 0: none, 1: comma, 2: full stop, 3: question mark. */
  marks: Uint8Array
}

export function toMarkedWords(document: SpokenDocument): MarkedWords {
  const words: string[] = []
  const marks: number[] = []
  for (const turn of readTurns(normaliseSegments(document))) {
    const spoken = spokenWords(turn.words)
    spoken.forEach((word, i) => {
      words.push(word.bare)
      marks.push(markAfter(word, spoken[i + 1]))
    })
  }
  return { words, tags: tagWords(words), marks: Uint8Array.from(marks) }
}

/** The mark after a word. A dialogue act that ends in a comma counts as a sentence, because it can stand on its own. */
function markAfter(word: Word, next: Word | undefined): number {
  if (next === undefined || endsSentence(word.text, next.text)) return /\?["')]*$/.test(word.text) ? 3 : 2
  if (!/[,;:]["')]*$/.test(word.text)) return 0
  return next.segment === word.segment ? 1 : 2
}

/** Penalty and size that limit the model to a few hundred kilobytes. */
const L1 = 3
const MODEL_SIZE = 48_000

export function trainBoundaries(documents: readonly MarkedWords[]): TrainedModel {
  const hashed = documents.map(document => hashWords(document.words, document.tags))
  const positions = documents.flatMap((document, d) => document.words.map((_, i) => [d, i] as const))
  return trainLogistic({
    examples: positions.length,
    features(example, keys) {
      const [d, i] = positions[example]!
      boundaryFeatures(hashed[d]!, i, keys)
      return BOUNDARY_FEATURE_COUNT
    },
    label(example) {
      const [d, i] = positions[example]!
      return documents[d]!.marks[i]!
    },
    classes: MARK_COUNT,
    maxFeatures: BOUNDARY_FEATURE_COUNT,
    modelSize: MODEL_SIZE,
    l1: L1,
  })
}
