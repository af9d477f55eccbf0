import { joinSpans } from '../coverage.ts'
import { shippedModels } from '../models.ts'
import { withoutDisfluencies } from '../reading/disfluencies.ts'
import { mainLanguage } from '../reading/language.ts'
import { findPromotion, type Promotion } from '../reading/promotion.ts'
import { type Reading, readSource } from '../reading/read.ts'
import { orderedSegments } from '../reading/turns.ts'
import type { Utterance } from '../reading/utterances.ts'
import type { Segment, Source, Span, TranscriptQuality } from '../types.ts'
import { asSentence } from '../writing/prose.ts'

/** One sentence as it was said. */
export interface Line extends Span {
  text: string
}

/** A few sentences said one after the other: what a writer is given under one number, and cites. At most `MOST_WORDS` words and `MOST_MS`. */
export interface Passage extends Span {
  lines: Line[]
  /** Not in English. */
  foreign?: true
}

/** A recording cleaned for a writer: its words without fillers' captions, promotion left out, in order of time. */
export interface ReadPassages {
  passages: Passage[]
  /** BCP 47 language of most of the speech, `und` when it cannot be told. */
  language: string
  quality: TranscriptQuality
  read: Span[]
  promotion: Promotion['spans']
}

const MOST_WORDS = 45
const MOST_MS = 30_000
/** Scripts without spaces have no words to count. */
const MOST_CHARACTERS = 320

/** Reads a transcript of any language into passages. What is in English gets its sentences and capitals back where the captions lack them. */
export function readPassages(source: Source): ReadPassages {
  const segments = orderedSegments(source)
  const { language, segments: english } = mainLanguage(segments)
  const isEnglish = language === 'en' || language === 'und' || segments.length === 0
  const own = new Set(english)
  const foreign = isEnglish && english.length === 0 ? [] : segments.filter(segment => !own.has(segment))
  const reading = isEnglish || english.length > 0 ? readSource(source, shippedModels()) : NOTHING
  const promotion = findPromotion(reading.utterances)
  const kept = reading.utterances.filter((_, i) => !promotion.utterances.has(i))
  const passages = [...passagesOf(withoutFillers(kept)), ...foreignPassages(foreign)].sort(
    (a, b) => a.startMs - b.startMs,
  )
  return {
    passages,
    language,
    quality: reading === NOTHING ? qualityOf(foreign, source) : reading.quality,
    read: joinSpans([...reading.segments, ...foreign], 2000),
    promotion: promotion.spans,
  }
}

/** "Um", repeats and false starts are nothing that anybody cites. */
const withoutFillers = (utterances: readonly Utterance[]): Utterance[] =>
  utterances.flatMap(utterance => {
    const words = withoutDisfluencies(utterance.words, shippedModels().common)
    return words.length > 0 ? [{ ...utterance, words: [...words] }] : []
  })

const NOTHING: Reading = { segments: [], turns: [], utterances: [], quality: 'C', notEnglish: [] }

function passagesOf(utterances: readonly Utterance[]): Passage[] {
  const passages: Passage[] = []
  let turn = -1
  let words = 0
  for (const utterance of utterances)
    for (const piece of pieces(utterance)) {
      const text = asSentence(piece)
      if (text === '') continue
      const line = { text, startMs: piece[0]!.startMs, endMs: endOf(piece) }
      const open = passages.at(-1)
      const fits =
        open && utterance.turn === turn && words + piece.length <= MOST_WORDS && line.endMs - open.startMs <= MOST_MS
      if (fits) {
        open.lines.push(line)
        open.endMs = Math.max(open.endMs, line.endMs)
        words += piece.length
      } else {
        passages.push({ startMs: line.startMs, endMs: line.endMs, lines: [line] })
        words = piece.length
      }
      turn = utterance.turn
    }
  return passages
}

const endOf = (words: Utterance['words']) => words.reduce((max, word) => Math.max(max, word.endMs), 0)

/** A sentence without end is cut, and so is one with a long silence in it. */
function pieces({ words }: Utterance): Utterance['words'][] {
  const cut: Utterance['words'][] = []
  for (const word of words) {
    const open = cut.at(-1)
    if (open && open.length < MOST_WORDS && word.endMs - open[0]!.startMs <= MOST_MS) open.push(word)
    else cut.push([word])
  }
  return cut
}

/** In a language that is not read here: captions are joined up to the end of a sentence, or to the size of a passage. */
function foreignPassages(segments: readonly Segment[]): Passage[] {
  const passages: Passage[] = []
  let length = 0
  for (const { text: said, startMs, endMs } of segments)
    for (const line of linesOf(said.replace(/\s+/g, ' ').trim(), startMs, endMs)) {
      const open = passages.at(-1)
      const fits = open && length + line.text.length <= MOST_CHARACTERS && line.endMs - open.startMs <= MOST_MS
      if (fits && !(length > MOST_CHARACTERS / 2 && /[.!?。！？…]["'”」)]*$/.test(open.lines.at(-1)!.text))) {
        open.lines.push(line)
        open.endMs = Math.max(open.endMs, line.endMs)
        length += line.text.length
      } else {
        passages.push({ startMs: line.startMs, endMs: line.endMs, lines: [line], foreign: true })
        length = line.text.length
      }
    }
  return passages
}

/** A caption as lines of at most the size of a passage, each with its share of the time. */
function linesOf(text: string, startMs: number, endMs: number): Line[] {
  const count = Math.max(1, Math.ceil(text.length / MOST_CHARACTERS))
  const size = Math.ceil(text.length / count)
  const at = (share: number) => Math.round(startMs + (endMs - startMs) * share)
  return Array.from({ length: count }, (_, i) => ({
    text: text.slice(i * size, (i + 1) * size).trim(),
    startMs: at(i / count),
    endMs: at((i + 1) / count),
  })).filter(line => line.text !== '')
}

function qualityOf(segments: readonly Segment[], { kind }: Source): TranscriptQuality {
  const closed = segments.filter(({ text }) => /[.!?。！？]/.test(text)).length
  if (closed < segments.length / 20) return 'C'
  return kind === 'manual' || kind === 'uploaded' ? 'A' : 'B'
}
