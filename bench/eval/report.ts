import type { View } from '@recaps/summarizer/training/documents'
import type { Evaluation, SystemResult } from './evaluate.ts'
import type { Scores } from './score.ts'

/** Minimum and target of the built-in engine's scores, relative to TextRank. */
export const TARGETS: Record<View, readonly (readonly [keyof Scores, minimum: number, target: number])[]> = {
  speech: [
    ['rouge1', 1.07, 1.15],
    ['rouge2', 1.2, 1.5],
    ['itemRecall', 1.25, 1.4],
    ['extractivePrecision', 0.92, 1],
  ],
  captions: [['rouge1', 1.05, 1.1]],
}

/** All tables of an evaluation as plain text. */
export const table = (evaluation: Evaluation): string =>
  [
    scoreLines(evaluation),
    ratioLines(evaluation),
    bySource(evaluation),
    readabilityLines(evaluation),
    coverageLines(evaluation),
    restored(evaluation),
    checkerLines(evaluation),
  ]
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')

const row = (first: string, cells: readonly string[], width = 10) =>
  first.padEnd(width + 2) + cells.map(cell => cell.padStart(10)).join('')
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function scoreLines({ view, words, documents, hours, longHours, systems, skipped }: Evaluation): string[] {
  return [
    `${documents} documents, ${hours.toFixed(1)} h of speech, view ${view}, ${words} words; time and memory for one recording of ${longHours.toFixed(1)} h`,
    row('system', ['ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'items', 'precision', 's/hour', 's', 'MB']),
    ...systems.map(s =>
      row(s.name, [
        (100 * s.rouge1).toFixed(2),
        (100 * s.rouge2).toFixed(2),
        (100 * s.rougeL).toFixed(2),
        s.itemRecall.toFixed(3),
        s.extractivePrecision.toFixed(3),
        s.secondsPerHour.toFixed(3),
        (s.secondsPerHour * longHours).toFixed(2),
        s.peakMemoryMb.toFixed(0),
      ]),
    ),
    ...skipped.map(({ name, why }) => `${name.padEnd(12)}skipped: ${why}`),
  ]
}

/** Minimum, maximum and standard deviation over the folds. */
export function spread(values: readonly number[]): { least: number; most: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  return { least: Math.min(...values), most: Math.max(...values), deviation }
}

export interface Ratio {
  figure: keyof Scores
  minimum: number
  target: number
  ratio: number
  byFold: number[]
}

/** The scores of an engine divided by those of TextRank. */
export function ratiosToTextRank({ view, systems }: Evaluation, name = 'builtin'): Ratio[] {
  const [own, textrank] = [name, 'textrank'].map(wanted => systems.find(system => system.name === wanted)!) as [
    SystemResult,
    SystemResult,
  ]
  // Scores are 0 if no document has items or labels.
  return TARGETS[view]
    .filter(([figure]) => textrank[figure] > 0)
    .map(([figure, minimum, target]) => ({
      figure,
      minimum,
      target,
      ratio: own[figure] / textrank[figure],
      byFold: own.byFold.map((fold, i) => fold[figure] / textrank.byFold[i]![figure]).filter(Number.isFinite),
    }))
}

function ratioLines(evaluation: Evaluation): string[] {
  return [
    row('builtin / textrank', ['', 'min', 'max', 'deviation'], 18),
    ...ratiosToTextRank(evaluation).map(({ figure, minimum, target, ratio, byFold }) => {
      const { least, most, deviation } = spread(byFold)
      const verdict = ratio >= target ? 'target reached' : ratio >= minimum ? 'minimum reached' : 'BELOW minimum'
      const cells = [ratio, least, most, deviation].map(value => value.toFixed(3))
      return `${row(figure, cells, 18)}   minimum ${minimum.toFixed(2)}   target ${target.toFixed(2)}   ${verdict}`
    }),
  ]
}

function bySource({ systems }: Evaluation): string[] {
  const sources = Object.keys(systems[0]?.bySource ?? {})
  return [
    row('by source', ['ROUGE-1', 'ROUGE-2', 'items', 'precision'], 20),
    ...sources.flatMap(source =>
      systems
        .filter(({ name }) => name === 'textrank' || !['lead', 'random', 'lexrank'].includes(name))
        .map(({ name, bySource: own }) => {
          const { rouge1, rouge2, itemRecall, extractivePrecision } = own[source]!
          const cells = [(100 * rouge1).toFixed(2), (100 * rouge2).toFixed(2)]
          const rest = [itemRecall, extractivePrecision].map(value => (value > 0 ? value.toFixed(3) : '–'))
          return row(`${source} ${name}`, [...cells, ...rest], 20)
        }),
    ),
  ]
}

function readabilityLines({ systems }: Evaluation): string[] {
  return [
    row('system', ['fragments', 'dangling', 'repeated', 'words', 'supported', 'invented']),
    ...systems.map(s =>
      row(s.name, [
        percent(s.fragments),
        percent(s.dangling),
        percent(s.repeated),
        s.wordsASentence.toFixed(1),
        s.supported === undefined ? '–' : percent(s.supported),
        s.invented.toFixed(1),
      ]),
    ),
    'shares of sentences; invented: numbers and names that are not in the recording, per thousand sentences',
  ]
}

function coverageLines({ facts, longHours }: Evaluation): string[] {
  return facts.map(
    ({ name, windows, windowsRepresented, factsTold }) =>
      `${name}, preset long on ${longHours.toFixed(1)} h: ${percent(windowsRepresented)} of ${windows} ten-minute windows represented, ${percent(factsTold)} of as many planted facts included`,
  )
}

function restored({ restored: results = [] }: Evaluation): string[] {
  if (results.length === 0) return []
  return [
    row('restored sentence ends', ['precision', 'recall', 'F1', 'min', 'max', 'capitals', 'names F1'], 30),
    ...results.flatMap(({ withTurns, engine, rules, byFold }) => {
      const { least, most } = spread(byFold.map(fold => fold.f1))
      const of = (name: string) => `${name}${withTurns ? ', turns known' : ''}`
      const cells = ({ precision, recall, f1 }: typeof engine) => [precision, recall, f1].map(v => v.toFixed(3))
      return [
        row(of('rules'), [...cells(rules), '', '', percent(rules.capitalsRight), rules.namesF1.toFixed(3)], 30),
        row(
          of('engine'),
          [
            ...cells(engine),
            least.toFixed(3),
            most.toFixed(3),
            percent(engine.capitalsRight),
            engine.namesF1.toFixed(3),
          ],
          30,
        ),
      ]
    }),
  ]
}

function checkerLines({ checker }: Evaluation): string[] {
  if (!checker) return []
  const of = (part: number, whole: number) => `${part} of ${whole} (${percent(part / Math.max(1, whole))})`
  return [
    'citation check',
    `  planted falsehoods caught            ${of(checker.plantedCaught, checker.planted)}`,
    `  unaltered sentences called weak      ${of(checker.unalteredFlagged, checker.unaltered)}`,
    `  false paraphrases caught             ${of(checker.byHandCaught, checker.byHandFalse)}`,
    `  faithful paraphrases called weak     ${of(checker.byHandFlagged, checker.byHandFaithful)}`,
  ]
}
