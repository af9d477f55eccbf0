import { joinSpans } from '../coverage.ts'
import type { Models } from '../models.ts'
import type { Segment, Source, Span, TranscriptQuality } from '../types.ts'
import { capitalisePlaces, findShouted, lowerCased, readShouted } from './all-capitals.ts'
import { nameHints, restoreCapitals } from './capitals.ts'
import { mainLanguage } from './language.ts'
import { utterancesByModel } from './punctuate.ts'
import { orderedSegments, readTurns, type Turn } from './turns.ts'
import { isPunctuated, type Utterance, utterancesByPunctuation } from './utterances.ts'

/** A transcript read: who spoke when, in sentences. */
export interface Reading {
  segments: Segment[]
  turns: Turn[]
  utterances: Utterance[]
  quality: TranscriptQuality
  /** What is left out because it is in another language. */
  notEnglish: Span[]
}

export function readSource(source: Source, models: Pick<Models, 'boundaries' | 'common' | 'capitals'>): Reading {
  const { segments, notEnglish } = englishOnly(orderedSegments(source))
  const turns = readTurns(segments)
  const shouted = findShouted(segments, turns)
  const hints = nameHints([source.title, source.description], models.common)
  if (isPunctuated(turns)) {
    const written = source.kind === 'manual' || source.kind === 'uploaded'
    const utterances = shouted === null ? utterancesByPunctuation(turns) : readShouted(turns, shouted, models, hints)
    return { segments, notEnglish, turns, utterances, quality: written ? 'A' : 'B' }
  }
  const words = turns.flatMap(turn => turn.words)
  if (shouted !== null) for (const word of shouted.words) word.text = lowerCased(word.text, models.common)
  restoreCapitals(words, models, hints)
  if (shouted !== null) capitalisePlaces(words, shouted.words)
  return { segments, notEnglish, turns, utterances: utterancesByModel(turns, models.boundaries), quality: 'C' }
}

/** A track without any English is read as it is: it may be English that cannot be told, and refusing is for the caller. */
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
