import { joinSpans } from '../coverage.ts'
import type { Models } from '../models.ts'
import type { Segment, Source, Span, TranscriptQuality } from '../types.ts'
import { capitalisePlaceNames, findAllCapitals, lowerCaseWord, readAllCapitals } from './all-capitals.ts'
import { collectNameHints, restoreCapitals } from './capitals.ts'
import { mainLanguage } from './language.ts'
import { splitByModel } from './punctuate.ts'
import { normaliseSegments, readTurns, type Turn } from './turns.ts'
import { isPunctuated, splitByPunctuation, type Utterance } from './utterances.ts'

/** A parsed transcript: speaker turns and sentences. */
export interface Reading {
  segments: Segment[]
  turns: Turn[]
  utterances: Utterance[]
  quality: TranscriptQuality
  /** Spans skipped because they are in another language. */
  notEnglish: Span[]
}

export function readSource(source: Source, models: Pick<Models, 'boundaries' | 'common' | 'capitals'>): Reading {
  const { segments, notEnglish } = englishOnly(normaliseSegments(source))
  const turns = readTurns(segments)
  const shouted = findAllCapitals(segments, turns)
  const hints = collectNameHints([source.title, source.description], models.common)
  if (isPunctuated(turns)) {
    const isManual = source.kind === 'manual' || source.kind === 'uploaded'
    const utterances = shouted === null ? splitByPunctuation(turns) : readAllCapitals(turns, shouted, models, hints)
    return { segments, notEnglish, turns, utterances, quality: isManual ? 'A' : 'B' }
  }
  const words = turns.flatMap(turn => turn.words)
  if (shouted !== null) for (const word of shouted.words) word.text = lowerCaseWord(word.text, models.common)
  restoreCapitals(words, models, hints)
  if (shouted !== null) capitalisePlaceNames(words, shouted.words)
  return { segments, notEnglish, turns, utterances: splitByModel(turns, models.boundaries), quality: 'C' }
}

/** Keeps only English segments, or all if none is English: detection may have failed, and the caller decides whether to reject the track. */
function englishOnly(segments: Segment[]): Pick<Reading, 'segments' | 'notEnglish'> {
  const english = new Set(mainLanguage(segments).segments)
  if (english.size === 0 || english.size === segments.length) return { segments, notEnglish: [] }
  return {
    segments: segments.filter(segment => english.has(segment)),
    notEnglish: joinSpans(
      segments.filter(segment => !english.has(segment)),
      5000,
    ),
  }
}
