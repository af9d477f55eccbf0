import type { Candidate } from './candidates.ts'

/**
 * Features that predict whether a sentence belongs in a summary. Values are standardised per recording (mean 0, deviation 1), so that
 * only differences within a recording count and one model works for meetings and lectures.
 */
export function salienceFeatures(candidates: readonly Candidate[], context: SalienceContext): Float64Array[] {
  const columns = Object.values(FEATURES).map(feature => standardised(candidates.map(c => feature(c, context))))
  return candidates.map((_, i) => Float64Array.from(columns, column => column[i]!))
}

export interface SalienceContext {
  /** Weight of each term in the whole recording. */
  weights: Float64Array
  /** How often each term occurs in each topic. */
  topicCounts: readonly Float64Array[]
  /** How often each term occurs. */
  counts: Float64Array
  utterances: number
  /** First utterance of each topic. */
  topicStarts: readonly number[]
  /** Per turn: number of words, the speaker's share of all words, and the first utterance. */
  turns: readonly { words: number; share: number; first: number }[]
}

type Feature = (candidate: Candidate, context: SalienceContext) => number

const share = (words: readonly string[], pattern: RegExp) =>
  words.filter(word => pattern.test(word)).length / words.length
const has =
  (pattern: RegExp): Feature =>
  c =>
    pattern.test(c.phrase) ? 1 : 0

const FEATURES = {
  length: c => Math.log(c.words.length),
  weight: (c, { weights }) => sum(c.terms, t => weights[t]!) / (c.words.length + 6),
  heaviest: (c, { weights }) => Math.max(0, ...c.terms.map(t => weights[t]!)),
  logWeight: (c, { counts }) => sum(c.terms, t => Math.log(1 + counts[t]!)) / (c.words.length + 6),
  topical: (c, { topicCounts, counts }) =>
    sum(c.terms, t => topicCounts[c.topic]![t]! ** 2 / (1 + counts[t]!)) / (c.words.length + 6),
  rare: (c, { counts }) => c.terms.filter(t => counts[t] === 1).length / c.words.length,
  density: c => c.terms.length / c.words.length,
  letters: c => sum(c.words, word => word.length) / c.words.length,
  position: (c, { utterances }) => c.index / utterances,
  opening: (c, { utterances }) => (c.index < 0.06 * utterances ? 1 : 0),
  closing: (c, { utterances }) => (c.index > 0.92 * utterances ? 1 : 0),
  middle: (c, { utterances }) => Math.abs(c.index / utterances - 0.5),
  topicOpening: (c, { topicStarts }) => 1 / (1 + c.index - topicStarts[c.topic]!),
  turnLength: (c, { turns }) => Math.log(turns[c.turn]!.words),
  turnOpening: (c, { turns }) => 1 / (1 + c.index - turns[c.turn]!.first),
  speakerShare: (c, { turns }) => turns[c.turn]!.share,
  first: c => share(c.words, /^(i|i'm|i've|i'd|i'll|me|my|mine)$/),
  we: c => share(c.words, /^(we|we're|we've|we'd|we'll|us|our)$/),
  you: c => share(c.words, /^(you|you're|you've|you'd|you'll|your)$/),
  they: c => share(c.words, /^(he|she|they|him|her|them|his|their|they're|he's|she's)$/),
  demonstrative: c => share(c.words, /^(this|that|these|those|it|it's|that's|there|there's|here)$/),
  article: c => share(c.words, /^(the|a|an|of)$/),
  casual: c =>
    share(
      c.words,
      /^(just|really|like|actually|kind|sort|gonna|wanna|stuff|thing|things|basically|pretty|maybe|guess|yeah|okay|right|well|oh)$/,
    ),
  negation: c => share(c.words, /^(not|no|never|nothing|none)$|n't$/),
  pointsBack: c => (c.pointsBack ? 1 : 0),
  conjunction: c => (/^(and|but|because|so|or|if|when)$/.test(c.words[0]!) ? 1 : 0),
  wholeness: c => c.wholeness,
  commas: c => c.text.split(',').length / c.words.length,
  digits: c => (/\d/.test(c.text) ? 1 : 0),
  names: c => (c.text.match(/(?<=[a-z,] )\p{Lu}\p{L}+/gu)?.length ?? 0) / c.words.length,
  decision: has(
    /\b(decide|decided|agree|agreed|will|going to|gonna|should|need to|needs to|have to|must|want to|plan|propose|suggest)\b/,
  ),
  problem: has(
    /\b(problem|issue|concern|difficult|hard|challenge|fail|failed|wrong|worry|risk|cost|expensive|bug|error)\b/,
  ),
  reason: has(/\b(because|since|therefore|reason|why|so that|in order to|due to|means that|as a result)\b/),
  definition: has(
    /\b(is an?|are called|is called|called|refers to|means|defined as|known as|consists of|based on|type of|kind of)\b/,
  ),
  emphasis: has(
    /\b(important|key|main|mainly|basic|basically|essential|critical|most|the point|remember|in fact|first|finally|overall|in summary|conclusion|in short)\b/,
  ),
  past: c => share(c.words, /(ed)$|^(was|were|had|did|said|made|went|came|got|found|thought|took)$/),
  future: has(/\b(will|going to|gonna|'ll|next|plan|hope|expect|by the end)\b/),
  process: has(
    /\b(discuss|discussed|present|presented|presentation|talk about|look at|meeting|project|group|question|idea|design|system|result|results|data|work)\b/,
  ),
  courtesy: has(
    /\b(thank|thanks|welcome|please|sorry|congratulations|happy|glad|pleasure|hello|good morning|good afternoon|bye)\b/,
  ),
} satisfies Record<string, Feature>

const sum = <T>(list: readonly T[], value: (item: T) => number) => list.reduce((total, item) => total + value(item), 0)

function standardised(values: readonly number[]): number[] {
  const mean = sum(values, v => v) / values.length
  const deviation = Math.sqrt(sum(values, v => (v - mean) ** 2) / values.length)
  return values.map(v => (deviation > 1e-9 ? Math.max(-4, Math.min(4, (v - mean) / deviation)) : 0))
}
