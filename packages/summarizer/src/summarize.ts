import { createSupportChecker } from './checking/support.ts'
import type { Candidate } from './choosing/candidates.ts'
import { selectCandidates } from './choosing/selection.ts'
import { type Survey, surveyRecording } from './choosing/survey.ts'
import { joinSpans, totalMs } from './coverage.ts'
import { wordBudget } from './length.ts'
import { type Models, shippedModels } from './models.ts'
import { findPromotion, type Promotion } from './reading/promotion.ts'
import { type Reading, readSource } from './reading/read.ts'
import type { Options, Section, Sentence, Source, Summary } from './types.ts'
import { composeText } from './writing/compose.ts'
import { findPhrases } from './writing/phrases.ts'
import { choosePoints } from './writing/points.ts'
import { createPartLookup, divideIntoSections } from './writing/sections.ts'
import { chooseTitles, composeHeadline } from './writing/titles.ts'

export const ENGINE = 'builtin'
export const VERSION = '6'

/**
 * Summarises an English transcript. Synchronous and deterministic: the same source and options always give the same summary.
 * A transcript without speech gives a summary without sentences.
 */
export const summarize = (source: Source, options: Options = {}): Summary =>
  summarizeWith(shippedModels(), source, options)

export function summarizeWith(models: Models, source: Source, options: Options): Summary {
  const report = options.onProgress ?? (() => {})
  report({ stage: 'reading', done: 0, total: 1 })
  const reading = readSource(source, models)
  const durationMs =
    source.durationMs > 0
      ? Math.round(source.durationMs)
      : reading.segments.reduce((max, s) => Math.max(max, s.endMs), 0)
  const promotion = findPromotion(reading.utterances)
  const content = withoutPromotion(reading, promotion)
  report({ stage: 'reading', done: 1, total: 1 })

  const analysis = surveyRecording(content, models, options.focus ?? '')
  const spoken = content.utterances.reduce((sum, utterance) => sum + utterance.words.length, 0)
  const chosen = selectCandidates(analysis, wordBudget(durationMs, spoken, options), done =>
    report({ stage: 'summarising', ...done }),
  )
  const written = fitToLength(chosen, createWriter(source, content, analysis, models))

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

/** Maximum characters of Markdown, equal to the default of `renderMarkdown`, so that a summary is not truncated by default. */
const MAX_CHARACTERS = 10_000

/** Drops the sentences chosen last until the text fits into `MAX_CHARACTERS`. */
function fitToLength(chosen: readonly Candidate[], write: (selected: readonly Candidate[]) => Written): Written {
  let selected = chosen
  for (;;) {
    const written = write(selected)
    const { length } = composeText(written)
    const excess = length - MAX_CHARACTERS
    if (excess <= 0 || selected.length === 0) return written
    const perSentence = length / selected.length
    selected = selected.slice(0, -Math.ceil(excess / perSentence))
  }
}

/** The reading without promotion, with renumbered utterances. */
function withoutPromotion(reading: Reading, promotion: Promotion): Reading {
  const utterances = reading.utterances
    .filter((_, i) => !promotion.utterances.has(i))
    .map((utterance, index) => ({ ...utterance, index }))
  return { ...reading, utterances }
}

/** Creates a function that writes a summary of the chosen candidates. */
function createWriter(
  source: Source,
  reading: Reading,
  analysis: Survey,
  models: Models,
): (chosen: readonly Candidate[]) => Written {
  const check = createSupportChecker(reading.segments)
  const toSentence = ({ text, startMs, endMs }: Candidate): Sentence => {
    const cites = [{ startMs, endMs }]
    return { text, cites, support: check({ text, cites }).support }
  }
  const phrases = findPhrases(reading.utterances, models.common)
  return chosen => {
    const points = choosePoints(chosen)
    const rest = chosen.filter(candidate => !points.includes(candidate))
    const parts = divideIntoSections(rest, reading.utterances, analysis.topicStarts, source.chapters)
    const titles = chooseTitles(phrases, parts.length, createPartLookup(parts))
    const sections = parts.map(
      (part, i): Section => ({
        title: part.title ?? titles[i] ?? '',
        startMs: part.startMs,
        endMs: part.endMs,
        sentences: part.chosen.toSorted((a, b) => a.startMs - b.startMs || a.index - b.index).map(toSentence),
      }),
    )
    return {
      headline: composeHeadline(phrases) || (chosen[0]?.text ?? ''),
      inThreePoints: points.map(toSentence),
      sections: sections.filter(section => section.sentences.length > 0),
    }
  }
}
