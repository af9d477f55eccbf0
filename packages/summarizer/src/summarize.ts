import type { Candidate } from './choosing/candidates.ts'
import { toCandidate } from './choosing/candidates.ts'
import { choose } from './choosing/selection.ts'
import { createVocabulary } from './choosing/terms.ts'
import { topicStarts } from './choosing/topics.ts'
import { scoreCandidates, termWeights } from './choosing/weights.ts'
import { type Models, shippedModels } from './models.ts'
import { nameHints, restoreCapitals } from './reading/capitals.ts'
import { utterancesByModel } from './reading/punctuate.ts'
import { orderedSegments, readTurns } from './reading/turns.ts'
import { isPunctuated, utterancesByPunctuation } from './reading/utterances.ts'
import type { Options, Preset, Section, Sentence, Source, Span, Summary } from './types.ts'
import { headlineOf, phraseCounts, sectionTitle } from './writing/titles.ts'

export const ENGINE = 'builtin'
export const VERSION = '1'

/** Summarises a transcript. Synchronous and pure: the same source and options always give the same summary. */
export const summarize = (source: Source, options: Options = {}): Summary =>
  summarizeWith(shippedModels(), source, options)

/** The same with other models. */
export function summarizeWith(models: Models, source: Source, options: Options): Summary {
  const report = options.onProgress ?? (() => {})
  report({ stage: 'reading', done: 0, total: 1 })
  const segments = orderedSegments(source)
  const durationMs =
    source.durationMs > 0 ? Math.round(source.durationMs) : segments.reduce((max, s) => Math.max(max, s.endMs), 0)
  const turns = readTurns(segments)
  const punctuated = isPunctuated(turns)
  if (!punctuated)
    restoreCapitals(
      turns.flatMap(turn => turn.words),
      models.common,
      nameHints([source.title, source.description], models.common),
    )
  const utterances = punctuated ? utterancesByPunctuation(turns) : utterancesByModel(turns, models.boundaries)
  report({ stage: 'reading', done: 1, total: 1 })

  const vocabulary = createVocabulary()
  const spoken = turns.reduce((sum, turn) => sum + turn.words.length, 0)
  const budget = wordBudget(durationMs, spoken, options)
  const starts = topicStarts(utterances, vocabulary, Math.max(1, Math.min(16, Math.round(budget / 90))))
  const candidates = utterances.map(u => toCandidate(u, vocabulary)).filter(c => c !== null)
  for (const c of candidates) c.topic = topicOf(c.index, starts)
  const weights = termWeights(
    utterances.map(u => u.words.map(w => vocabulary.term(w.text)).filter(t => t >= 0)),
    vocabulary.size(),
  )
  scoreCandidates(candidates, weights)
  const chosen = choose(candidates, weights, budget, starts.length)
  report({ stage: 'summarising', done: 1, total: 1 })

  const points = [...chosen].sort((a, b) => b.score - a.score).slice(0, chosen.length >= 6 ? 3 : 0)
  const rest = chosen.filter(c => !points.includes(c)).sort(byTime)
  const texts = starts.map((from, i) =>
    utterances.slice(from, starts[i + 1]).map(u => u.words.map(w => w.text).join(' ')),
  )
  const elsewhere = phraseCounts(texts.flat())
  const sections: Section[] = []
  starts.forEach((_, topic) => {
    const own = rest.filter(c => c.topic === topic)
    if (own.length === 0) return
    const all = utterances.slice(starts[topic], starts[topic + 1])
    sections.push({
      title: sectionTitle(texts[topic]!, elsewhere),
      startMs: all[0]!.words[0]!.startMs,
      endMs: Math.max(...all.map(u => u.words.at(-1)!.endMs)),
      sentences: own.map(toSentence),
    })
  })
  const inThreePoints = points.sort(byTime).map(toSentence)
  const all = [...inThreePoints, ...sections.flatMap(s => s.sentences)]
  report({ stage: 'checking', done: 1, total: 1 })
  const read = joinSpans(segments, 2000)
  return {
    headline: headlineOf(chosen),
    inThreePoints,
    sections,
    coverage: {
      durationMs,
      readMs: read.reduce((sum, s) => sum + s.endMs - s.startMs, 0),
      read,
      represented: joinSpans(
        all.flatMap(s => s.cites),
        0,
      ),
      notEnglish: [],
      leftOut: 0,
    },
    support: { verified: all.length, total: all.length },
    promotion: { totalMs: 0, spans: [] },
    engine: ENGINE,
    version: VERSION,
    language: 'en',
    transcript: { kind: source.kind ?? 'auto', quality: punctuated ? (source.kind === 'manual' ? 'A' : 'B') : 'C' },
  }
}

const byTime = (a: Candidate, b: Candidate) => a.startMs - b.startMs || a.index - b.index

const toSentence = (c: Candidate): Sentence => ({
  text: c.text,
  cites: [{ startMs: c.startMs, endMs: c.endMs }],
  support: 'verified',
})

function topicOf(index: number, starts: readonly number[]): number {
  let topic = 0
  while (topic + 1 < starts.length && starts[topic + 1]! <= index) topic++
  return topic
}

const SHARE: Record<Preset, number> = { short: 0.5, standard: 1, long: 2 }

/** Words a summary may have: it grows with the root of the length, and never passes a third of what was said. */
export function wordBudget(
  durationMs: number,
  spokenWords: number,
  options: Pick<Options, 'preset' | 'words'>,
): number {
  if (options.words !== undefined) return options.words
  const wanted = 90 * Math.sqrt(durationMs / 60_000) * SHARE[options.preset ?? 'standard']
  return Math.round(Math.min(1500, Math.max(40, Math.min(wanted, spokenWords / 3))))
}

/** Joins spans that touch or lie at most `gapMs` apart. */
export function joinSpans(spans: readonly Span[], gapMs: number): Span[] {
  const joined: Span[] = []
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1)
    if (last && span.startMs <= last.endMs + gapMs) last.endMs = Math.max(last.endMs, span.endMs)
    else joined.push({ startMs: span.startMs, endMs: span.endMs })
  }
  return joined
}
