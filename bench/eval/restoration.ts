import { endsSentence } from '@recaps/domain/sentence-ends'
import type { Models } from '@recaps/summarizer/models'
import { spokenWords } from '@recaps/summarizer/reading/punctuate'
import { readSource } from '@recaps/summarizer/reading/read'
import { orderedSegments, readTurns } from '@recaps/summarizer/reading/turns'
import { asCaption, type SpokenDocument } from '@recaps/summarizer/training/documents'

/** One spoken word as it was written down, or as an engine writes it. */
export interface MarkedWord {
  /** Lower case, without punctuation. */
  bare: string
  capital: boolean
  /** A sentence ends behind it. */
  ends: boolean
  /** A dialogue act ends behind it without a full stop: cutting here is as right as not cutting. */
  mayEnd?: boolean
}

/** How much of the hidden punctuation and capitals is found again. */
export interface Restoration {
  words: number
  precision: number
  recall: number
  /** Of the ends of sentences. */
  f1: number
  /** Share of all words that have the case they were written in, first words of sentences included. */
  capitalsRight: number
  /** Of the words inside sentences that are written with a capital, "I" aside. */
  namesF1: number
}

export type Restorer = (document: SpokenDocument) => MarkedWord[]

/** What was found of what was hidden in one document; sums of such are scored. */
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

/** Scores what a restorer makes of documents in lower case and without punctuation, in one piece unless `speakers` stay. */
export const restoration = (documents: readonly SpokenDocument[], restore: Restorer, speakers = false): Restoration =>
  scoreOf(documents.map(document => tallyOf(document, restore, speakers)))

export function tallyOf(document: SpokenDocument, restore: Restorer, speakers: boolean): Tally {
  const tally: Tally = { words: 0, right: 0, ends: counts(), names: counts() }
  const gold = speakers ? document : withoutSpeakers(document)
  const pairs = aligned(writtenWords(gold), restore(hidden(document, speakers)))
  pairs.forEach(([written, found], i) => {
    const [before, foundBefore] = pairs[i - 1] ?? [OPENING, OPENING]
    // A sentence opens with a capital, also where the transcriber of a dialogue act wrote none.
    const capital = written.capital || before.ends
    tally.words++
    if (capital === found.capital || (before.mayEnd && foundBefore.ends)) tally.right++
    if (written.ends || !written.mayEnd) count(tally.ends, written.ends, found.ends)
    const opens = before.ends || foundBefore.ends
    if (!opens && !/^i($|')/.test(written.bare)) count(tally.names, written.capital, found.capital)
  })
  return tally
}

export function scoreOf(tallies: readonly Tally[]): Restoration {
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

/** The document as captions without punctuation, capitals, speakers or the instants of words would have it. */
const hidden = (document: SpokenDocument, speakers: boolean): SpokenDocument => ({
  ...document,
  segments: document.segments.flatMap(({ speaker, ...segment }) => {
    const text = asCaption(segment.text)
    return text === '' ? [] : [{ ...segment, text, ...(speakers && speaker !== undefined ? { speaker } : {}) }]
  }),
})

/** The words as they were written; a sentence also ends where somebody else goes on. */
function writtenWords(document: SpokenDocument): MarkedWord[] {
  const words: MarkedWord[] = []
  const segments = document.segments.map(segment => ({ ...segment, text: segment.text.replace(/[_-]/g, ' ') }))
  for (const turn of readTurns(orderedSegments({ ...document, segments }))) {
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

/** The same words side by side; those that only one side has (fillers are left out) hand their mark to the word before. */
function aligned(gold: readonly MarkedWord[], found: readonly MarkedWord[]): [MarkedWord, MarkedWord][] {
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

/** Words that the restorer may write otherwise ("t v" as "TV") before both sides agree again. */
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

/** Longest sentence by rule, and the shortest one a marker may cut off, in words. */
const LONGEST = 22
const SHORTEST = 5
const OPENS =
  /^(so|okay|well|now|but|and|because|yeah|yes|no|right|i|we|you|he|she|they|it's|that's|there's|i'm|we're|what|then|also|however)$/
const ANSWERS = /^(okay|yeah|yes|no|right|sure)$/

/** By rule alone: turns, silence, words that begin sentences, and length. */
export const readByRules: Restorer = document =>
  readTurns(orderedSegments(document)).flatMap(turn => {
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
