import { breaksOff, pointsBack, startsMidSentence } from '@recaps/summarizer/reading/grammar'
import { hasMainClause } from '@recaps/summarizer/reading/main-clause'
import { tagWords } from '@recaps/summarizer/reading/parts-of-speech'
import { contentStems, type Unit } from './units.ts'

/** How well the sentences of summaries read, as shares of all sentences. */
export interface Readability {
  /** Sentences without a main clause, or that begin or end in the middle of one. */
  fragments: number
  /** Sentences that begin with "he", "this" or the like without an antecedent before them. */
  dangling: number
  /** Sentences that repeat most content words of another sentence of the summary. */
  repeated: number
  wordsASentence: number
}

export function readability(summaries: readonly (readonly Unit[])[]): Readability {
  const sentences = summaries.flatMap(summary => summary.flatMap(sentencesOf))
  const share = (count: number) => count / Math.max(1, sentences.length)
  return {
    fragments: share(sentences.filter(({ words }) => isFragment(words)).length),
    dangling: share(
      summaries.flatMap(summary => summary.flatMap((unit, i) => (dangles(unit, summary[i - 1]) ? [unit] : []))).length,
    ),
    repeated: share(summaries.reduce((sum, summary) => sum + countRepeated(summary.flatMap(sentencesOf)), 0)),
    wordsASentence: sentences.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, sentences.length),
  }
}

interface ReadSentence {
  words: string[]
  stems: ReadonlySet<string>
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []

const sentencesOf = ({ text }: Unit): ReadSentence[] =>
  text
    .split(/(?<=[.?!]["”)]*)\s+(?=\p{Lu})/u)
    .map(sentence => ({ words: wordsOf(sentence), stems: new Set(contentStems(sentence)) }))
    .filter(({ words }) => words.length > 0)

const isFragment = (words: readonly string[]) =>
  words.length < 3 || breaksOff(words) || startsMidSentence(words) || !hasMainClause(words, tagWords(words))

/** A pronoun refers to a sentence that was spoken at most this long before. */
const NEAR_MS = 12_000

const dangles = (unit: Unit, before: Unit | undefined) =>
  pointsBack(wordsOf(unit.text)) && !(before && unit.startMs - before.endMs <= NEAR_MS)

const MOST_SHARED = 0.6
const FEWEST = 4

const countRepeated = (sentences: readonly ReadSentence[]) =>
  sentences.filter(
    ({ stems }, i) =>
      stems.size >= FEWEST &&
      sentences
        .slice(0, i)
        .some(other => [...stems].filter(stem => other.stems.has(stem)).length >= MOST_SHARED * stems.size),
  ).length
