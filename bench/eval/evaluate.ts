import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Summary } from '@recaps/summarizer'
import { shippedModels } from '@recaps/summarizer/models'
import { inView, type SpokenDocument, TRAINING_SOURCES, type View } from '@recaps/summarizer/training/documents'
import { unitsFrom } from './builtin.ts'
import { type Engine, engines, isPresent } from './engines.ts'
import { type FactCoverage, factCoverage, plantFacts } from './facts.ts'
import { FOLDS, foldsOf, modelsWithout } from './folds.ts'
import { invented } from './invented.ts'
import { longRecording } from './long-recording.ts'
import { type CheckerFigures, checkerFigures } from './planted-falsehoods.ts'
import { type Readability, readability } from './readability.ts'
import { type Restoration, readByEngine, readByRules, restoration, scoreOf, tallyOf } from './restoration.ts'
import { type DocumentScores, ITEM_WORDS, meanScores, type Scores, scoreDocument } from './score.ts'
import { BASELINES } from './systems.ts'
import type { Unit } from './units.ts'

export interface SystemResult extends Scores, Readability {
  name: string
  /** Numbers and names that the recording does not have, in a thousand sentences. */
  invented: number
  /** Share of sentences whose citation bears them out; undefined for baselines, which cite nothing. */
  supported?: number
  /** Of the long recording, in a process of its own. */
  secondsPerHour: number
  /** Of the same run: resident size above that of the idle process. */
  peakMemoryMb: number
  bySource: Record<string, Scores>
  /** By groups of series, as the models were trained. */
  byFold: Scores[]
}

/** Punctuation and capitals found again where they were hidden, `withTurns` when changes of speaker are known. */
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
  /** Of every engine with preset `long` on the long recording with a fact planted every ten minutes. */
  facts: ({ name: string } & FactCoverage)[]
  /** In the view of captions. */
  restored?: RestorationResult[]
  /** In the view of speech. */
  checker?: CheckerFigures
}

export interface Asked {
  view: View
  /** Of a summary. */
  words: number
  /** The file that the documents are from. */
  file: string
  /** Only what floors stand on: TextRank of the baselines, and no times. */
  untimed?: boolean
}

/** Everything measured on the documents in one view. */
export async function evaluate(documents: readonly SpokenDocument[], asked: Asked): Promise<Evaluation> {
  const { view, words, file, untimed = false } = asked
  const modelsOf = modelsWithout(documents, view)
  const shown = documents.map(document => inView(document, view))
  const long = inView(longRecording(documents, file), view)
  const present = engines(modelsOf).filter(isPresent)
  const foldOf = foldsOf(documents)
  const results: SystemResult[] = []
  const run = async (name: string, choose: Chooser) =>
    results.push({
      name,
      ...(await measure(shown, choose, words, foldOf)),
      ...(untimed ? UNTIMED : runLong(long, name, words)),
    })
  for (const [name, system] of Object.entries(BASELINES))
    if (!untimed || name === 'textrank')
      await run(name, async (document, budget) => ({ units: system(document, budget) }))
  for (const engine of present)
    await run(engine.name, async (document, budget) => {
      const summary = await engine.summarise(document, { words: budget })
      return { units: unitsFrom(document, summary), support: summary.support }
    })
  const planted = plantFacts(longRecording(documents, file))
  const shownPlanted = { ...planted, recording: inView(planted.recording, view) }
  const facts = await Promise.all(
    engines(shippedModels)
      .filter(isPresent)
      .map(async engine => ({
        name: engine.name,
        ...factCoverage(shownPlanted, await longForm(engine, shownPlanted)),
      })),
  )
  return {
    view,
    words,
    documents: documents.length,
    hours: documents.reduce((sum, document) => sum + document.durationMs, 0) / 3_600_000,
    longHours: long.durationMs / 3_600_000,
    systems: results,
    skipped: engines(modelsOf).flatMap(one => (isPresent(one) ? [] : [{ name: one.name, why: one.skipped }])),
    facts,
    ...(view === 'captions' ? { restored: restore(documents, modelsOf) } : { checker: checkerFigures(documents) }),
  }
}

const UNTIMED = { secondsPerHour: 0, peakMemoryMb: 0 }

const longForm = (engine: Engine, { recording }: { recording: SpokenDocument }) =>
  engine.summarise(recording, { preset: 'long' })

/** Chooses a summary of so many words of a document. */
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
  const scoresOf = (own: typeof rows) => meanScores(own.map(row => row.scores))
  const sources = [...new Set(documents.map(document => document.source))].sort()
  const sentences = rows.reduce((sum, row) => sum + row.units.length, 0)
  const supports = rows.flatMap(row => row.support ?? [])
  const total = supports.reduce((sum, support) => sum + support.total, 0)
  return {
    ...scoresOf(rows),
    ...readability(rows.map(row => row.units)),
    invented: (1000 * rows.flatMap(row => invented(row.document, row.units)).length) / Math.max(1, sentences),
    ...(total > 0 ? { supported: supports.reduce((sum, support) => sum + support.verified, 0) / total } : {}),
    bySource: Object.fromEntries(
      sources.map(source => [source, scoresOf(rows.filter(row => row.document.source === source))]),
    ),
    byFold: Array.from({ length: FOLDS }, (_, fold) => rows.filter(row => foldOf(row.document) === fold))
      .filter(own => own.length > 0)
      .map(scoresOf),
  }
}

/** On what was punctuated by hand, with models that have not seen it. */
function restore(
  documents: readonly SpokenDocument[],
  modelsOf: Parameters<typeof readByEngine>[0],
): RestorationResult[] {
  const own = documents.filter(document => TRAINING_SOURCES.includes(document.source))
  if (own.length === 0) return []
  const foldOf = foldsOf(own)
  const engine = readByEngine(modelsOf)
  return [true, false].map(withTurns => {
    const tallies = own.map(document => ({ fold: foldOf(document), tally: tallyOf(document, engine, withTurns) }))
    return {
      withTurns,
      engine: scoreOf(tallies.map(({ tally }) => tally)),
      rules: restoration(own, readByRules, withTurns),
      byFold: [...Map.groupBy(tallies, ({ fold }) => fold).values()].map(part =>
        scoreOf(part.map(({ tally }) => tally)),
      ),
    }
  })
}

/** In a process of its own, so that its memory can be told from everything else. */
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
