import { endsSentence } from '@recaps/domain/sentence-ends'
import type { Models } from '@recaps/summarizer/models'
import { spokenWords } from '@recaps/summarizer/reading/punctuate'
import { readSource } from '@recaps/summarizer/reading/read'
import { normaliseSegments, readTurns } from '@recaps/summarizer/reading/turns'
import { asCaption, type SpokenDocument } from '@recaps/summarizer/training/documents'

/** A spoken word with case and sentence end, from the transcript or from a restorer. */
export interface MarkedWord {
  /** Lower case, without punctuation. */
  bare: string
  capital: boolean
  /** A sentence ends after it. */
  ends: boolean
  /** A dialogue act ends after it without a full stop: ending a sentence here is neither right nor wrong. */
  mayEnd?: boolean
}

/** How much of the hidden punctuation and capitals is restored. */
export interface Restoration {
  words: number
  precision: number
  recall: number
  /** F1 of the sentence ends. */
  f1: number
  /** Share of all words with the right case, including first words of sentences. */
  capitalsRight: number
  /** F1 of the capitalized words inside sentences, except "I". */
  namesF1: number
}

export type Restorer = (document: SpokenDocument) => MarkedWord[]

/** Counts for one document. Sums of tallies are scored. */
export interface Tally {
  words: number
  right: number
  ends: Counts
  names: Counts
}

interface Counts {
  both: number
  found: number
  gold: number
}

/** Scores a restorer on documents in lower case without punctuation. Speaker changes are hidden too unless `speakers` is set. */
export const restoration = (documents: readonly SpokenDocument[], restore: Restorer, speakers = false): Restoration =>
  scoreTallies(documents.map(document => tallyDocument(document, restore, speakers)))

export function tallyDocument(document: SpokenDocument, restore: Restorer, speakers: boolean): Tally {
  const tally: Tally = { words: 0, right: 0, ends: counts(), names: counts() }
  const gold = speakers ? document : withoutSpeakers(document)
  const pairs = alignWords(writtenWords(gold), restore(hidePunctuation(document, speakers)))
  pairs.forEach(([written, found], i) => {
    const [before, foundBefore] = pairs[i - 1] ?? [OPENING, OPENING]
    // The first word of a sentence counts as a capital, even if the transcriber of a dialogue act wrote none.
    const capital = written.capital || before.ends
    tally.words++
    if (capital === found.capital || (before.mayEnd && foundBefore.ends)) tally.right++
    if (written.ends || !written.mayEnd) count(tally.ends, written.ends, found.ends)
    const opens = before.ends || foundBefore.ends
    if (!opens && !/^i($|')/.test(written.bare)) count(tally.names, written.capital, found.capital)
  })
  return tally
}

export function scoreTallies(tallies: readonly Tally[]): Restoration {
  const sum = (value: (tally: Tally) => number) => tallies.reduce((total, tally) => total + value(tally), 0)
  const sums = (of: (tally: Tally) => Counts): Counts => ({
    both: sum(tally => of(tally).both),
    found: sum(tally => of(tally).found),
    gold: sum(tally => of(tally).gold),
  })
  const ends = sums(tally => tally.ends)
  const words = sum(tally => tally.words)
  return {
    words,
    precision: ends.both / Math.max(1, ends.found),
    recall: ends.both / Math.max(1, ends.gold),
    f1: f1(ends),
    capitalsRight: sum(tally => tally.right) / Math.max(1, words),
    namesF1: f1(sums(tally => tally.names)),
  }
}

const OPENING: MarkedWord = { bare: '', capital: false, ends: true }

const counts = (): Counts => ({ both: 0, found: 0, gold: 0 })

function count(into: Counts, gold: boolean, found: boolean): void {
  if (gold) into.gold++
  if (found) into.found++
  if (gold && found) into.both++
}

const f1 = ({ both, found, gold }: Counts) => (2 * both) / Math.max(1, found + gold)

/** The document like captions without punctuation, capitals, speakers or word timings. */
const hidePunctuation = (document: SpokenDocument, speakers: boolean): SpokenDocument => ({
  ...document,
  segments: document.segments.flatMap(({ speaker, ...segment }) => {
    const text = asCaption(segment.text)
    return text === '' ? [] : [{ ...segment, text, ...(speakers && speaker !== undefined ? { speaker } : {}) }]
  }),
})

/** The words of the transcript. A change of speaker also ends a sentence. */
function writtenWords(document: SpokenDocument): MarkedWord[] {
  const words: MarkedWord[] = []
  const segments = document.segments.map(segment => ({ ...segment, text: segment.text.replace(/[_-]/g, ' ') }))
  for (const turn of readTurns(normaliseSegments({ ...document, segments }))) {
    turn.words.forEach(({ text: word, segment }, i) => {
      const next = turn.words[i + 1]
      const ends = next === undefined || endsSentence(word, next.text)
      const bare = asCaption(word)
      const mayEnd = next !== undefined && next.segment !== segment
      const last = words.at(-1)
      if (bare !== '') words.push({ bare, capital: /^[^\p{L}]*\p{Lu}/u.test(word), ends, mayEnd })
      else if (last) words[words.length - 1] = { ...last, ends: last.ends || ends, mayEnd: last.mayEnd || mayEnd }
    })
  }
  return words
}

const withoutSpeakers = (document: SpokenDocument): SpokenDocument => ({
  ...document,
  segments: document.segments.map(({ speaker: _, ...segment }) => segment),
})

/** Pairs equal words. Words that only one side has (such as omitted fillers) pass their sentence end to the previous word. */
function alignWords(gold: readonly MarkedWord[], found: readonly MarkedWord[]): [MarkedWord, MarkedWord][] {
  const pairs: [MarkedWord, MarkedWord][] = []
  let at = 0
  for (const word of gold) {
    const ahead = found.slice(at, at + NEAR).findIndex(other => other.bare === word.bare)
    if (ahead >= 0) {
      const before = pairs.at(-1)
      if (before && found.slice(at, at + ahead).some(other => other.ends)) before[1] = { ...before[1], ends: true }
      at += ahead
      pairs.push([{ ...word }, found[at++]!])
    } else if (pairs.length > 0) {
      const [before] = pairs.at(-1)!
      before.ends ||= word.ends
      before.mayEnd ||= word.mayEnd
    }
  }
  return pairs
}

/** How many words the restorer may write differently ("t v" as "TV") before both sides must match again. */
const NEAR = 3

/** The built-in engine's reading of speech without punctuation. */
export const readByEngine =
  (modelsOf: (document: SpokenDocument) => Pick<Models, 'boundaries' | 'common' | 'capitals'>): Restorer =>
  document =>
    readSource({ ...document, kind: 'auto' }, modelsOf(document)).utterances.flatMap(({ words }) =>
      words.map(({ text }, i) => ({
        bare: asCaption(text),
        capital: i === 0 || /^[^\p{L}]*\p{Lu}/u.test(text) || text === 'i' || text.startsWith("i'"),
        ends: i === words.length - 1,
      })),
    )

/** In words: the longest sentence, and the shortest one that an opening word may end. */
const LONGEST = 22
const SHORTEST = 5
const OPENS =
  /^(so|okay|well|now|but|and|because|yeah|yes|no|right|i|we|you|he|she|they|it's|that's|there's|i'm|we're|what|then|also|however)$/
const ANSWERS = /^(okay|yeah|yes|no|right|sure)$/

/** A rule-based restorer: speaker turns, silence, words that begin sentences, and length. */
export const readByRules: Restorer = document =>
  readTurns(normaliseSegments(document)).flatMap(turn => {
    const words = spokenWords(turn.words)
    let length = 0
    return words.map(({ bare, endMs }, i) => {
      length++
      const next = words[i + 1]
      const ends =
        !next ||
        next.startMs - endMs > 1000 ||
        length >= LONGEST ||
        (length === 1 && ANSWERS.test(bare)) ||
        (length >= SHORTEST && OPENS.test(next.bare) && !OPENS.test(bare))
      const opens = length === 1
      if (ends) length = 0
      return { bare: asCaption(bare), capital: opens || /^i($|')/.test(bare), ends }
    })
  })
