import { endsSentence } from '@recaps/domain/sentence-ends'
import { STOP_WORDS } from '../src/choosing/terms.ts'
import { createHashedModel } from '../src/learnt/hashed-model.ts'
import { CAPITAL_FEATURE_COUNT, capitalFeatures } from '../src/reading/capital-model.ts'
import { normaliseSegments, readTurns } from '../src/reading/turns.ts'
import { asCaption, type SpokenDocument } from './documents.ts'
import { type TrainedModel, trainLogistic } from './logistic.ts'

/** Penalty and size that limit the model to some tens of kilobytes. */
const L1 = 1.5
const MODEL_SIZE = 16_000

export function trainCapitals(documents: readonly SpokenDocument[]): TrainedModel {
  const turns = documents.flatMap(toCasedTurns)
  const positions = turns.flatMap((turn, t) =>
    turn.words.flatMap((_, i) => (turn.isInside[i] ? [[t, i] as const] : [])),
  )
  const trained = trainLogistic({
    examples: positions.length,
    features(example, keys) {
      const [t, i] = positions[example]!
      capitalFeatures(turns[t]!.words, i, keys)
      return CAPITAL_FEATURE_COUNT
    },
    label(example) {
      const [t, i] = positions[example]!
      return turns[t]!.capitals[i] ? 1 : 0
    },
    classes: 1,
    maxFeatures: CAPITAL_FEATURE_COUNT,
    modelSize: MODEL_SIZE,
    l1: L1,
  })
  const excluded = plainKeys(turns, findOrdinaryWords(turns))
  const entries = trained.entries.filter(([key, [weight = 0]]) => weight < 0 || !excluded.has(key))
  return { ...trained, entries, model: createHashedModel(entries, 1, trained.step) }
}

/**
 * Words that are mostly capitalised in one corpus and mostly lower case in another: parliaments write "the House", other speakers "the
 * house". The model may only learn them next to content words ("House of Commons").
 */
function findOrdinaryWords(turns: readonly CasedTurn[]): Set<string> {
  const balance = new Map<string, Map<string, number>>()
  for (const { source, words, capitals, isInside } of turns)
    words.forEach((word, i) => {
      if (!isInside[i]) return
      const bySource = balance.get(word) ?? new Map<string, number>()
      bySource.set(source, (bySource.get(source) ?? 0) + (capitals[i] ? 1 : -1))
      balance.set(word, bySource)
    })
  return new Set(
    [...balance].flatMap(([word, bySource]) => {
      const sums = [...bySource.values()]
      return sums.filter(sum => sum > 0).length === 1 && sums.some(sum => sum < 0) ? [word] : []
    }),
  )
}

/** Keys of the features in which an ordinary word occurs alone or next to function words; see `capitalFeatures`. */
function plainKeys(turns: readonly CasedTurn[], ordinary: ReadonlySet<string>): Set<number> {
  const keys = new Int32Array(CAPITAL_FEATURE_COUNT)
  const plain = new Set<number>()
  for (const { words } of turns)
    words.forEach((word, i) => {
      if (!ordinary.has(word)) return
      const isContentWord = (k: number) => words[i + k] !== undefined && !STOP_WORDS.has(words[i + k]!)
      capitalFeatures(words, i, keys)
      const features = [1, 7, 8]
      if (!isContentWord(-1)) features.push(2)
      if (!isContentWord(1)) features.push(3)
      if (!isContentWord(-1) && !isContentWord(-2)) features.push(4)
      if (!isContentWord(1) && !isContentWord(2)) features.push(5)
      if (!isContentWord(-1) && !isContentWord(1)) features.push(6)
      for (const feature of features) plain.add(keys[feature]!)
    })
  return plain
}

interface CasedTurn {
  source: string
  words: string[]
  capitals: boolean[]
  /** Not the first word of a sentence and not "I", so that its case is informative. */
  isInside: boolean[]
}

function toCasedTurns(document: SpokenDocument): CasedTurn[] {
  const segments = document.segments.map(segment => ({ ...segment, text: segment.text.replace(/[_-]/g, ' ') }))
  return readTurns(normaliseSegments({ ...document, segments })).map(turn => {
    const cased: CasedTurn = { source: document.source, words: [], capitals: [], isInside: [] }
    let beginsSentence = true
    turn.words.forEach(({ text }, i) => {
      const bare = asCaption(text)
      if (bare !== '') {
        cased.words.push(bare)
        cased.capitals.push(/^[^\p{L}]*\p{Lu}/u.test(text))
        cased.isInside.push(!beginsSentence && !/^i($|')/.test(bare))
      }
      beginsSentence = endsSentence(text, turn.words[i + 1]?.text ?? '') || (bare === '' && beginsSentence)
    })
    return cased
  })
}
