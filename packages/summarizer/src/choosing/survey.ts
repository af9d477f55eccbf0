import type { Models } from '../models.ts'
import type { Reading } from '../reading/read.ts'
import type { Turn } from '../reading/turns.ts'
import type { Utterance } from '../reading/utterances.ts'
import { asideFactor } from './aside-factor.ts'
import { type Candidate, toCandidates, toFallbackCandidates } from './candidates.ts'
import { isRefuted } from './denials.ts'
import { type SalienceContext, salienceFeatures } from './features.ts'
import { createVocabulary } from './terms.ts'
import { findTopicStarts } from './topics.ts'
import { computeTermWeights, computeTopicWeights } from './weights.ts'

/** Analysis of a recording: term weights, topics, and candidates with their features. */
export interface Survey {
  candidates: Candidate[]
  /** One per candidate, in the same order. */
  features: Float64Array[]
  /** Weight of each term in the whole recording. */
  weights: Float64Array
  /** Weight of each term in each topic. */
  topicWeights: Float64Array[]
  /** Terms of the user's focus. */
  focus: ReadonlySet<number>
  /** First utterance of each topic. */
  topicStarts: number[]
}

/** Factor for a term's weight by the tier of common words it belongs to; the last is for uncommon words. */
const TIER_WEIGHT = [0.4, 0.7, 0.9, 1, 1]

/** Minimum average words per topic. Long recordings have longer topics because of `MAX_TOPICS`. */
const WORDS_PER_TOPIC = 700
const MAX_TOPICS = 60

export function surveyRecording(
  { turns, utterances }: Pick<Reading, 'turns' | 'utterances'>,
  { common, salience, wholeness }: Pick<Models, 'common' | 'salience' | 'wholeness'>,
  focus = '',
): Survey {
  const vocabulary = createVocabulary()
  const terms = utterances.map(utterance => vocabulary.termsOf(utterance.words))
  const wordCount = turns.reduce((sum, turn) => sum + turn.words.length, 0)
  const maxTopics = Math.max(1, Math.min(MAX_TOPICS, Math.round(wordCount / WORDS_PER_TOPIC)))
  const starts = findTopicStarts(terms, vocabulary.size(), maxTopics)
  const resources = { vocabulary, common, wholeness }
  const isNotRefuted = (candidate: Candidate) => !isCandidateRefuted(candidate, utterances)
  const candidates = utterances.flatMap(utterance => toCandidates(utterance, resources)).filter(isNotRefuted)
  if (candidates.length === 0)
    candidates.push(...utterances.flatMap(utterance => toFallbackCandidates(utterance, resources)).filter(isNotRefuted))
  for (const candidate of candidates) {
    candidate.topic = findTopic(candidate.index, starts)
    candidate.wholeness *= asideFactor(candidate.phrase, candidate.index / utterances.length)
  }
  const plainness = Float64Array.from(
    { length: vocabulary.size() },
    (_, t) => TIER_WEIGHT[common.get(vocabulary.word(t)) ?? 4]!,
  )
  const { weights, counts } = computeTermWeights(terms, vocabulary.size(), plainness)
  const topicCounts = starts.map((from, t) => countTerms(terms.slice(from, starts[t + 1]), vocabulary.size()))
  const context: SalienceContext = {
    weights,
    counts,
    topicCounts,
    utterances: utterances.length,
    topicStarts: starts,
    turns: turnStatistics(turns, utterances, wordCount),
  }
  const features = salienceFeatures(candidates, context)
  candidates.forEach((candidate, i) => {
    candidate.score = salience.reduce((sum, weight, k) => sum + weight * features[i]![k]!, 0)
  })
  return {
    candidates,
    features,
    weights,
    topicWeights: topicCounts.map(inTopic => computeTopicWeights(inTopic, counts, starts.length, plainness)),
    focus: new Set(vocabulary.termsOf(focus.split(/\s+/).map(text => ({ text })))),
    topicStarts: starts,
  }
}

/** More sentences than `isRefuted` counts, because it skips short reactions. */
const MAX_FOLLOWING_SENTENCES = 5
/** Limit per sentence: a denial is at its beginning, and an unpunctuated sentence can be as long as the recording. */
const MAX_FOLLOWING_WORDS = 400

/** Whether the speaker or another person refutes a candidate in the following sentences. */
function isCandidateRefuted({ words, endMs, index }: Candidate, utterances: readonly Utterance[]): boolean {
  const spokenWords = utterances[index]!.words
  const from = firstAtOrAfter(spokenWords, endMs)
  const next = utterances.slice(index + 1, index + 1 + MAX_FOLLOWING_SENTENCES)
  return isRefuted(
    words,
    [
      spokenWords.slice(from, from + MAX_FOLLOWING_WORDS),
      ...next.map(utterance => utterance.words.slice(0, MAX_FOLLOWING_WORDS)),
    ].map(sentence => sentence.map(word => word.text)),
  )
}

/** Index of the first word that starts at or after `ms`. Binary search: words are sorted by time. */
function firstAtOrAfter(words: Utterance['words'], ms: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.startMs >= ms) high = middle
    else low = middle + 1
  }
  return low
}

export function findTopic(utterance: number, starts: readonly number[]): number {
  const after = starts.findIndex(start => start > utterance)
  return (after < 0 ? starts.length : after) - 1
}

function countTerms(lists: readonly (readonly number[])[], size: number): Float64Array {
  const counts = new Float64Array(size)
  for (const list of lists) for (const term of list) counts[term]!++
  return counts
}

function turnStatistics(
  turns: readonly Turn[],
  utterances: readonly Utterance[],
  wordCount: number,
): SalienceContext['turns'] {
  const bySpeaker = new Map<string, number>()
  for (const { speaker, words } of turns) bySpeaker.set(speaker, (bySpeaker.get(speaker) ?? 0) + words.length)
  const first = new Map<number, number>()
  for (const { turn, index } of utterances) if (!first.has(turn)) first.set(turn, index)
  return turns.map(({ speaker, words }, t) => ({
    words: words.length,
    share: bySpeaker.get(speaker)! / wordCount,
    first: first.get(t) ?? 0,
  }))
}
