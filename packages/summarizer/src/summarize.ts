import { supportChecker } from './checking/support.ts'
import type { Candidate } from './choosing/candidates.ts'
import { choose } from './choosing/selection.ts'
import { type Survey, survey } from './choosing/survey.ts'
import { joinSpans, totalMs } from './coverage.ts'
import { wordBudget } from './length.ts'
import { type Models, shippedModels } from './models.ts'
import { findPromotion, type Promotion } from './reading/promotion.ts'
import { type Reading, readSource } from './reading/read.ts'
import type { Options, Section, Sentence, Source, Summary } from './types.ts'
import { composeText } from './writing/compose.ts'
import { findPhrases } from './writing/phrases.ts'
import { choosePoints } from './writing/points.ts'
import { divide, partOf } from './writing/sections.ts'
import { headlineOf, titlesFor } from './writing/titles.ts'

export const ENGINE = 'builtin'
export const VERSION = '6'

/**
 * Summarises a transcript in English. Synchronous and pure: the same source and options always give the same summary.
 * A transcript without speech gives a summary without sentences.
 */
export const summarize = (source: Source, options: Options = {}): Summary =>
  summarizeWith(shippedModels(), source, options)

/** The same with other models. */
export function summarizeWith(models: Models, source: Source, options: Options): Summary {
  const report = options.onProgress ?? (() => {})
  report({ stage: 'reading', done: 0, total: 1 })
  const reading = readSource(source, models)
  const durationMs =
    source.durationMs > 0
      ? Math.round(source.durationMs)
      : reading.segments.reduce((max, s) => Math.max(max, s.endMs), 0)
  const promotion = findPromotion(reading.utterances)
  const matter = withoutPromotion(reading, promotion)
  report({ stage: 'reading', done: 1, total: 1 })

  const surveyed = survey(matter, models, options.focus ?? '')
  const spoken = matter.utterances.reduce((sum, utterance) => sum + utterance.words.length, 0)
  const chosen = choose(surveyed, wordBudget(durationMs, spoken, options), done =>
    report({ stage: 'summarising', ...done }),
  )
  const written = fitted(chosen, writer(source, matter, surveyed, models))

  const sentences = [...written.inThreePoints, ...written.sections.flatMap(section => section.sentences)]
  report({ stage: 'checking', done: sentences.length, total: sentences.length })
  const read = joinSpans(reading.segments, 2000)
  return {
    ...written,
    coverage: {
      durationMs,
      readMs: totalMs(read),
      read,
      represented: joinSpans(
        sentences.flatMap(sentence => sentence.cites),
        0,
      ),
      notEnglish: reading.notEnglish,
      leftOut: 0,
    },
    support: { verified: sentences.filter(s => s.support === 'verified').length, total: sentences.length },
    promotion: { totalMs: totalMs(promotion.spans), spans: promotion.spans },
    engine: ENGINE,
    version: VERSION,
    language: 'en',
    transcript: { kind: source.kind ?? 'auto', quality: reading.quality },
  }
}

type Written = Pick<Summary, 'headline' | 'inThreePoints' | 'sections'>

/** Characters of Markdown that a summary has at most by default, so that it need not be cut. */
const MOST_CHARACTERS = 10_000

/** Writes with fewer of the sentences chosen last until the text has the length a summary may have. */
function fitted(chosen: readonly Candidate[], writeWith: (kept: readonly Candidate[]) => Written): Written {
  let kept = chosen
  for (;;) {
    const written = writeWith(kept)
    const { length } = composeText(written)
    const excess = length - MOST_CHARACTERS
    if (excess <= 0 || kept.length === 0) return written
    const perSentence = length / kept.length
    kept = kept.slice(0, -Math.ceil(excess / perSentence))
  }
}

/** What is left of a reading when promotion is out; utterances are numbered afresh. */
function withoutPromotion(reading: Reading, promotion: Promotion): Reading {
  const utterances = reading.utterances
    .filter((_, i) => !promotion.utterances.has(i))
    .map((utterance, index) => ({ ...utterance, index }))
  return { ...reading, utterances }
}

/** Writes a summary of whichever candidates it is given. */
function writer(
  source: Source,
  reading: Reading,
  surveyed: Survey,
  models: Models,
): (chosen: readonly Candidate[]) => Written {
  const check = supportChecker(reading.segments)
  const toSentence = ({ text, startMs, endMs }: Candidate): Sentence => {
    const cites = [{ startMs, endMs }]
    return { text, cites, support: check({ text, cites }).support }
  }
  const phrases = findPhrases(reading.utterances, models.common)
  return chosen => {
    const points = choosePoints(chosen)
    const rest = chosen.filter(candidate => !points.includes(candidate))
    const parts = divide(rest, reading.utterances, surveyed.topicStarts, source.chapters)
    const titles = titlesFor(phrases, parts.length, partOf(parts))
    const sections = parts.map(
      (part, i): Section => ({
        title: part.title ?? titles[i] ?? '',
        startMs: part.startMs,
        endMs: part.endMs,
        sentences: part.chosen.toSorted((a, b) => a.startMs - b.startMs || a.index - b.index).map(toSentence),
      }),
    )
    return {
      headline: headlineOf(phrases) || (chosen[0]?.text ?? ''),
      inThreePoints: points.map(toSentence),
      sections: sections.filter(section => section.sentences.length > 0),
    }
  }
}
