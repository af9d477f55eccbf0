import { joinSpans } from '../coverage.ts'
import { shippedModels } from '../models.ts'
import { withoutDisfluencies } from '../reading/disfluencies.ts'
import { mainLanguage } from '../reading/language.ts'
import { findPromotion, type Promotion } from '../reading/promotion.ts'
import { type Reading, readSource } from '../reading/read.ts'
import { normaliseSegments } from '../reading/turns.ts'
import type { Utterance } from '../reading/utterances.ts'
import type { Segment, Source, Span, TranscriptQuality } from '../types.ts'
import { formatSentence } from '../writing/prose.ts'

export interface Line extends Span {
  text: string
}

/** A few consecutive sentences that a writer cites under one number. At most `MAX_WORDS` words and `MAX_MS`. */
export interface Passage extends Span {
  lines: Line[]
  /** Not in English. */
  foreign?: true
}

/** A recording cleaned for a writer: without fillers and promotion, sorted by time. */
export interface ReadPassages {
  passages: Passage[]
  /** BCP 47 language of most of the speech, `und` if unknown. */
  language: string
  quality: TranscriptQuality
  read: Span[]
  promotion: Promotion['spans']
}

const MAX_WORDS = 45
const MAX_MS = 30_000
/** Limit for scripts without spaces, whose words cannot be counted. */
const MAX_CHARACTERS = 320

/** Splits a transcript in any language into passages. Restores sentences and capitals in English captions that lack them. */
export function readPassages(source: Source): ReadPassages {
  const segments = normaliseSegments(source)
  const { language, segments: english } = mainLanguage(segments)
  const isEnglish = language === 'en' || language === 'und' || segments.length === 0
  const englishSegments = new Set(english)
  const foreign = isEnglish && english.length === 0 ? [] : segments.filter(segment => !englishSegments.has(segment))
  const reading = isEnglish || english.length > 0 ? readSource(source, shippedModels()) : EMPTY_READING
  const promotion = findPromotion(reading.utterances)
  const utterances = reading.utterances.filter((_, i) => !promotion.utterances.has(i))
  const passages = [...toPassages(removeFillers(utterances)), ...foreignPassages(foreign)].sort(
    (a, b) => a.startMs - b.startMs,
  )
  return {
    passages,
    language,
    quality: reading === EMPTY_READING ? qualityOf(foreign, source) : reading.quality,
    read: joinSpans([...reading.segments, ...foreign], 2000),
    promotion: promotion.spans,
  }
}

/** Removes "um", repetitions and false starts, which are never worth citing. */
const removeFillers = (utterances: readonly Utterance[]): Utterance[] =>
  utterances.flatMap(utterance => {
    const words = withoutDisfluencies(utterance.words, shippedModels().common)
    return words.length > 0 ? [{ ...utterance, words: [...words] }] : []
  })

const EMPTY_READING: Reading = { segments: [], turns: [], utterances: [], quality: 'C', notEnglish: [] }

function toPassages(utterances: readonly Utterance[]): Passage[] {
  const passages: Passage[] = []
  let turn = -1
  let words = 0
  for (const utterance of utterances)
    for (const piece of pieces(utterance)) {
      const text = formatSentence(piece)
      if (text === '') continue
      const line = { text, startMs: piece[0]!.startMs, endMs: lastEndMs(piece) }
      const current = passages.at(-1)
      const fits =
        current &&
        utterance.turn === turn &&
        words + piece.length <= MAX_WORDS &&
        line.endMs - current.startMs <= MAX_MS
      if (fits) {
        current.lines.push(line)
        current.endMs = Math.max(current.endMs, line.endMs)
        words += piece.length
      } else {
        passages.push({ startMs: line.startMs, endMs: line.endMs, lines: [line] })
        words = piece.length
      }
      turn = utterance.turn
    }
  return passages
}

const lastEndMs = (words: Utterance['words']) => words.reduce((max, word) => Math.max(max, word.endMs), 0)

/** Splits sentences that are too long or contain a long silence. */
function pieces({ words }: Utterance): Utterance['words'][] {
  const result: Utterance['words'][] = []
  for (const word of words) {
    const current = result.at(-1)
    if (current && current.length < MAX_WORDS && word.endMs - current[0]!.startMs <= MAX_MS) current.push(word)
    else result.push([word])
  }
  return result
}

/** Passages in languages other than English: joins captions up to a sentence end or the maximum size. */
function foreignPassages(segments: readonly Segment[]): Passage[] {
  const passages: Passage[] = []
  let length = 0
  for (const { text: caption, startMs, endMs } of segments)
    for (const line of splitCaption(caption.replace(/\s+/g, ' ').trim(), startMs, endMs)) {
      const current = passages.at(-1)
      const fits = current && length + line.text.length <= MAX_CHARACTERS && line.endMs - current.startMs <= MAX_MS
      if (fits && !(length > MAX_CHARACTERS / 2 && /[.!?。！？…]["'”」)]*$/.test(current.lines.at(-1)!.text))) {
        current.lines.push(line)
        current.endMs = Math.max(current.endMs, line.endMs)
        length += line.text.length
      } else {
        passages.push({ startMs: line.startMs, endMs: line.endMs, lines: [line], foreign: true })
        length = line.text.length
      }
    }
  return passages
}

/** Splits a caption into lines of at most the size of a passage, each with its share of the time. */
function splitCaption(text: string, startMs: number, endMs: number): Line[] {
  const count = Math.max(1, Math.ceil(text.length / MAX_CHARACTERS))
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
