import { endsSentence } from '@recaps/domain/sentence-ends'
import { STOP_WORDS } from '../src/choosing/terms.ts'
import { hashedModel } from '../src/learnt/hashed-model.ts'
import { CAPITAL_FEATURES, capitalFeatures } from '../src/reading/capital-model.ts'
import { orderedSegments, readTurns } from '../src/reading/turns.ts'
import { asCaption, type SpokenDocument } from './documents.ts'
import { type Trained, trainLogistic } from './logistic.ts'

/** The penalty and the size keep the model at some tens of kilobytes. */
const L1 = 1.5
const KEPT = 16_000

/** Trains the model that says which words have a capital inside sentences. */
export function trainCapitals(documents: readonly SpokenDocument[]): Trained {
  const turns = documents.flatMap(casedTurns)
  const places = turns.flatMap((turn, t) => turn.words.flatMap((_, i) => (turn.isInside[i] ? [[t, i] as const] : [])))
  const trained = trainLogistic({
    examples: places.length,
    features(example, keys) {
      const [t, i] = places[example]!
      capitalFeatures(turns[t]!.words, i, keys)
      return CAPITAL_FEATURES
    },
    label(example) {
      const [t, i] = places[example]!
      return turns[t]!.capitals[i] ? 1 : 0
    },
    classes: 1,
    mostFeatures: CAPITAL_FEATURES,
    kept: KEPT,
    l1: L1,
  })
  const untold = plainKeys(turns, ordinaryWords(turns))
  const entries = trained.entries.filter(([key, [weight = 0]]) => weight < 0 || !untold.has(key))
  return { ...trained, entries, model: hashedModel(entries, 1, trained.step) }
}

/**
 * Words mostly with a capital in one corpus, and mostly without in another: parliaments write "the House", where everybody
 * else has a house. Of those the model may learn only what stands beside telling words ("House of Commons").
 */
function ordinaryWords(turns: readonly CasedTurn[]): Set<string> {
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

/** Keys of the features in which an ordinary word stands alone or beside words that tell nothing; see `capitalFeatures`. */
function plainKeys(turns: readonly CasedTurn[], ordinary: ReadonlySet<string>): Set<number> {
  const keys = new Int32Array(CAPITAL_FEATURES)
  const plain = new Set<number>()
  for (const { words } of turns)
    words.forEach((word, i) => {
      if (!ordinary.has(word)) return
      const tells = (k: number) => words[i + k] !== undefined && !STOP_WORDS.has(words[i + k]!)
      capitalFeatures(words, i, keys)
      const own = [1, 7, 8]
      if (!tells(-1)) own.push(2)
      if (!tells(1)) own.push(3)
      if (!tells(-1) && !tells(-2)) own.push(4)
      if (!tells(1) && !tells(2)) own.push(5)
      if (!tells(-1) && !tells(1)) own.push(6)
      for (const feature of own) plain.add(keys[feature]!)
    })
  return plain
}

interface CasedTurn {
  source: string
  words: string[]
  capitals: boolean[]
  /** Neither the first word of a sentence nor "I": its case tells something. */
  isInside: boolean[]
}

function casedTurns(document: SpokenDocument): CasedTurn[] {
  const segments = document.segments.map(segment => ({ ...segment, text: segment.text.replace(/[_-]/g, ' ') }))
  return readTurns(orderedSegments({ ...document, segments })).map(turn => {
    const cased: CasedTurn = { source: document.source, words: [], capitals: [], isInside: [] }
    let opens = true
    turn.words.forEach(({ text }, i) => {
      const bare = asCaption(text)
      if (bare !== '') {
        cased.words.push(bare)
        cased.capitals.push(/^[^\p{L}]*\p{Lu}/u.test(text))
        cased.isInside.push(!opens && !/^i($|')/.test(bare))
      }
      opens = endsSentence(text, turn.words[i + 1]?.text ?? '') || (bare === '' && opens)
    })
    return cased
  })
}
