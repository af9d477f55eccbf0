import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Summary } from '@recaps/summarizer'
import { shippedModels } from '@recaps/summarizer/models'
import { type SpokenDocument, TRAINING_SOURCES, toView, type View } from '@recaps/summarizer/training/documents'
import { type Engine, engines, isAvailable } from './engines.ts'
import { type FactCoverage, factCoverage, plantFacts } from './facts.ts'
import { findInvented } from './find-invented.ts'
import { assignFolds, crossValidatedModels, FOLDS } from './folds.ts'
import { longRecording } from './long-recording.ts'
import { type CheckerFigures, checkerFigures } from './planted-falsehoods.ts'
import { type Readability, readability } from './readability.ts'
import { type Restoration, readByEngine, readByRules, restoration, scoreTallies, tallyDocument } from './restoration.ts'
import { type DocumentScores, ITEM_WORDS, meanScores, type Scores, scoreDocument } from './score.ts'
import { BASELINES } from './systems.ts'
import type { Unit } from './units.ts'
import { unitsFrom } from './units-from-summary.ts'

export interface SystemResult extends Scores, Readability {
  name: string
  /** Numbers and names that are not in the recording, per thousand sentences. */
  invented: number
  /** Share of sentences supported by their citation. Undefined for baselines, which have no citations. */
  supported?: number
  /** Measured on the long recording in a separate process. */
  secondsPerHour: number
  /** Peak resident size of that run above the idle process. */
  peakMemoryMb: number
  bySource: Record<string, Scores>
  /** By the cross-validation folds of the models. */
  byFold: Scores[]
}

/** Scores of restoring hidden punctuation and capitals; with `withTurns`, speaker changes are known. */
export interface RestorationResult {
  withTurns: boolean
  engine: Restoration
  rules: Restoration
  byFold: Restoration[]
}

export interface Evaluation {
  view: View
  words: number
  documents: number
  hours: number
  longHours: number
  systems: SystemResult[]
  skipped: { name: string; why: string }[]
  /** For every engine with preset `long`, on the long recording with a fact planted every ten minutes. */
  facts: ({ name: string } & FactCoverage)[]
  /** Only in the captions view. */
  restored?: RestorationResult[]
  /** Only in the speech view. */
  checker?: CheckerFigures
}

export interface EvaluationOptions {
  view: View
  /** Length of the summaries. */
  words: number
  /** The file the documents were read from. */
  file: string
  /** Only measure what has floors: TextRank as the only baseline, no times. */
  untimed?: boolean
}

/** Evaluates all systems on the documents in one view. */
export async function evaluate(documents: readonly SpokenDocument[], options: EvaluationOptions): Promise<Evaluation> {
  const { view, words, file, untimed = false } = options
  const modelsOf = crossValidatedModels(documents, view)
  const viewed = documents.map(document => toView(document, view))
  const long = toView(longRecording(documents, file), view)
  const availableEngines = engines(modelsOf).filter(isAvailable)
  const foldOf = assignFolds(documents)
  const results: SystemResult[] = []
  const run = async (name: string, choose: Chooser) =>
    results.push({
      name,
      ...(await measure(viewed, choose, words, foldOf)),
      ...(untimed ? UNTIMED : runLong(long, name, words)),
    })
  for (const [name, system] of Object.entries(BASELINES))
    if (!untimed || name === 'textrank')
      await run(name, async (document, budget) => ({ units: system(document, budget) }))
  for (const engine of availableEngines)
    await run(engine.name, async (document, budget) => {
      const summary = await engine.summarize(document, { words: budget })
      return { units: unitsFrom(document, summary), support: summary.support }
    })
  const planted = plantFacts(longRecording(documents, file))
  const plantedInView = { ...planted, recording: toView(planted.recording, view) }
  const facts = await Promise.all(
    engines(shippedModels)
      .filter(isAvailable)
      .map(async engine => ({
        name: engine.name,
        ...factCoverage(plantedInView, await summarizeLong(engine, plantedInView)),
      })),
  )
  return {
    view,
    words,
    documents: documents.length,
    hours: documents.reduce((sum, document) => sum + document.durationMs, 0) / 3_600_000,
    longHours: long.durationMs / 3_600_000,
    systems: results,
    skipped: engines(modelsOf).flatMap(one => (isAvailable(one) ? [] : [{ name: one.name, why: one.skipped }])),
    facts,
    ...(view === 'captions'
      ? { restored: scoreRestoration(documents, modelsOf) }
      : { checker: checkerFigures(documents) }),
  }
}

const UNTIMED = { secondsPerHour: 0, peakMemoryMb: 0 }

const summarizeLong = (engine: Engine, { recording }: { recording: SpokenDocument }) =>
  engine.summarize(recording, { preset: 'long' })

/** Summarizes a document in `words` words. */
type Chooser = (document: SpokenDocument, words: number) => Promise<{ units: Unit[]; support?: Summary['support'] }>

async function measure(
  documents: readonly SpokenDocument[],
  choose: Chooser,
  words: number,
  foldOf: (document: SpokenDocument) => number,
): Promise<Omit<SystemResult, 'name' | 'secondsPerHour' | 'peakMemoryMb'>> {
  const rows: { document: SpokenDocument; scores: DocumentScores; units: Unit[]; support?: Summary['support'] }[] = []
  for (const document of documents) {
    const chosen = await choose(document, words)
    const longer = document.items.length > 0 ? (await choose(document, ITEM_WORDS)).units : []
    rows.push({ document, scores: scoreDocument(document, chosen.units, longer), ...chosen })
  }
  const scoresOf = (group: typeof rows) => meanScores(group.map(row => row.scores))
  const sources = [...new Set(documents.map(document => document.source))].sort()
  const sentences = rows.reduce((sum, row) => sum + row.units.length, 0)
  const supports = rows.flatMap(row => row.support ?? [])
  const total = supports.reduce((sum, support) => sum + support.total, 0)
  return {
    ...scoresOf(rows),
    ...readability(rows.map(row => row.units)),
    invented: (1000 * rows.flatMap(row => findInvented(row.document, row.units)).length) / Math.max(1, sentences),
    ...(total > 0 ? { supported: supports.reduce((sum, support) => sum + support.verified, 0) / total } : {}),
    bySource: Object.fromEntries(
      sources.map(source => [source, scoresOf(rows.filter(row => row.document.source === source))]),
    ),
    byFold: Array.from({ length: FOLDS }, (_, fold) => rows.filter(row => foldOf(row.document) === fold))
      .filter(group => group.length > 0)
      .map(scoresOf),
  }
}

/** Scores restoration on documents punctuated by hand, with models that were not trained on them. */
function scoreRestoration(
  documents: readonly SpokenDocument[],
  modelsOf: Parameters<typeof readByEngine>[0],
): RestorationResult[] {
  const punctuated = documents.filter(document => TRAINING_SOURCES.includes(document.source))
  if (punctuated.length === 0) return []
  const foldOf = assignFolds(punctuated)
  const engine = readByEngine(modelsOf)
  return [true, false].map(withTurns => {
    const tallies = punctuated.map(document => ({
      fold: foldOf(document),
      tally: tallyDocument(document, engine, withTurns),
    }))
    return {
      withTurns,
      engine: scoreTallies(tallies.map(({ tally }) => tally)),
      rules: restoration(punctuated, readByRules, withTurns),
      byFold: [...Map.groupBy(tallies, ({ fold }) => fold).values()].map(part =>
        scoreTallies(part.map(({ tally }) => tally)),
      ),
    }
  })
}

/** Runs in a separate process, so that its memory can be measured. */
function runLong(
  recording: SpokenDocument,
  name: string,
  budget: number,
): { secondsPerHour: number; peakMemoryMb: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-eval-'))
  try {
    const input = path.join(folder, 'recording.json')
    writeFileSync(input, JSON.stringify(recording))
    const script = path.join(import.meta.dirname, 'long-run.ts')
    const output = execFileSync(process.execPath, ['--expose-gc', script, input, name, String(budget)], {
      encoding: 'utf8',
    })
    const { seconds, peakMemoryMb } = JSON.parse(output) as { seconds: number; peakMemoryMb: number }
    return { secondsPerHour: seconds / (recording.durationMs / 3_600_000), peakMemoryMb }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
