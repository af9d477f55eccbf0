import type { Models } from '../models.ts'
import type { Reading } from '../reading/read.ts'
import type { Turn } from '../reading/turns.ts'
import type { Utterance } from '../reading/utterances.ts'
import { matterShare } from './asides.ts'
import { type Candidate, toAnyCandidates, toCandidates } from './candidates.ts'
import { isRefuted } from './denials.ts'
import { type Context, salienceFeatures } from './features.ts'
import { createVocabulary } from './terms.ts'
import { topicStarts } from './topics.ts'
import { termWeights, topicWeights } from './weights.ts'

/** A recording looked over: its words weighed, its topics found, its candidates with what speaks for them. */
export interface Survey {
  candidates: Candidate[]
  /** Per candidate, in the same order. */
  features: Float64Array[]
  /** Weight of each term in the whole recording. */
  weights: Float64Array
  /** Weight of each term in each topic. */
  topicWeights: Float64Array[]
  /** Terms of what the reader wants to know most. */
  focus: ReadonlySet<number>
  /** First utterance of each topic. */
  topicStarts: number[]
}

/** What is left of a term's weight when it is a common word of that tier; the last is for uncommon words. */
const TIER_WEIGHT = [0.4, 0.7, 0.9, 1, 1]

/** One topic for about so many spoken words, at least; long recordings get longer topics. */
const WORDS_A_TOPIC = 700
const MOST_TOPICS = 60

export function survey(
  { turns, utterances }: Pick<Reading, 'turns' | 'utterances'>,
  { common, salience, wholeness }: Pick<Models, 'common' | 'salience' | 'wholeness'>,
  focus = '',
): Survey {
  const vocabulary = createVocabulary()
  const terms = utterances.map(utterance => vocabulary.termsOf(utterance.words))
  const spoken = turns.reduce((sum, turn) => sum + turn.words.length, 0)
  const wanted = Math.max(1, Math.min(MOST_TOPICS, Math.round(spoken / WORDS_A_TOPIC)))
  const starts = topicStarts(terms, vocabulary.size(), wanted)
  const means = { vocabulary, common, wholeness }
  const isKept = (candidate: Candidate) => !isTakenBack(candidate, utterances)
  const candidates = utterances.flatMap(utterance => toCandidates(utterance, means)).filter(isKept)
  if (candidates.length === 0)
    candidates.push(...utterances.flatMap(utterance => toAnyCandidates(utterance, means)).filter(isKept))
  for (const candidate of candidates) {
    candidate.topic = topicOf(candidate.index, starts)
    candidate.wholeness *= matterShare(candidate.phrase, candidate.index / utterances.length)
  }
  const plainness = Float64Array.from(
    { length: vocabulary.size() },
    (_, t) => TIER_WEIGHT[common.get(vocabulary.word(t)) ?? 4]!,
  )
  const { weights, counts } = termWeights(terms, vocabulary.size(), plainness)
  const topicCounts = starts.map((from, t) => countTerms(terms.slice(from, starts[t + 1]), vocabulary.size()))
  const context: Context = {
    weights,
    counts,
    topicCounts,
    utterances: utterances.length,
    topicStarts: starts,
    turns: turnsInNumbers(turns, utterances, spoken),
  }
  const features = salienceFeatures(candidates, context)
  candidates.forEach((candidate, i) => {
    candidate.score = salience.reduce((sum, weight, k) => sum + weight * features[i]![k]!, 0)
  })
  return {
    candidates,
    features,
    weights,
    topicWeights: topicCounts.map(inTopic => topicWeights(inTopic, counts, starts.length, plainness)),
    focus: new Set(vocabulary.termsOf(focus.split(/\s+/).map(text => ({ text })))),
    topicStarts: starts,
  }
}

/** More than `isRefuted` looks at: short echoes between do not count. */
const SENTENCES_BEHIND = 5
/** A denial stands at the beginning of a sentence, and a sentence without an end may be as long as the recording. */
const WORDS_BEHIND = 400

/** Whether the speaker, or somebody else, denies a candidate in what is said next. */
function isTakenBack({ words, endMs, index }: Candidate, utterances: readonly Utterance[]): boolean {
  const own = utterances[index]!.words
  const from = firstAtOrAfter(own, endMs)
  const next = utterances.slice(index + 1, index + 1 + SENTENCES_BEHIND)
  return isRefuted(
    words,
    [own.slice(from, from + WORDS_BEHIND), ...next.map(utterance => utterance.words.slice(0, WORDS_BEHIND))].map(said =>
      said.map(word => word.text),
    ),
  )
}

/** Position of the first word that begins at this instant or later, by bisection: they are in order of time. */
function firstAtOrAfter(words: Utterance['words'], ms: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.startMs >= ms) high = middle
    else low = middle + 1
  }
  return low
}

export function topicOf(utterance: number, starts: readonly number[]): number {
  const after = starts.findIndex(start => start > utterance)
  return (after < 0 ? starts.length : after) - 1
}

function countTerms(lists: readonly (readonly number[])[], size: number): Float64Array {
  const counts = new Float64Array(size)
  for (const list of lists) for (const term of list) counts[term]!++
  return counts
}

function turnsInNumbers(turns: readonly Turn[], utterances: readonly Utterance[], spoken: number): Context['turns'] {
  const bySpeaker = new Map<string, number>()
  for (const { speaker, words } of turns) bySpeaker.set(speaker, (bySpeaker.get(speaker) ?? 0) + words.length)
  const first = new Map<number, number>()
  for (const { turn, index } of utterances) if (!first.has(turn)) first.set(turn, index)
  return turns.map(({ speaker, words }, t) => ({
    words: words.length,
    share: bySpeaker.get(speaker)! / spoken,
    first: first.get(t) ?? 0,
  }))
}
