import type { View } from '@recaps/summarizer/training/documents'
import type { Scores } from './score.ts'
import type { SystemName } from './systems.ts'

export interface SystemResult extends Scores {
  name: SystemName
  /** Of the long recording, in a process of its own. */
  secondsPerHour: number
  /** Of the same run: resident size above that of the idle process. */
  peakMemoryMb: number
}

export interface Evaluation {
  view: View
  words: number
  documents: number
  hours: number
  longHours: number
  systems: SystemResult[]
}

/** What the built-in engine has to reach as a ratio to TextRank, and what it aims at. */
const WANTED: Record<View, readonly (readonly [keyof Scores, must: number, aim: number])[]> = {
  speech: [
    ['rouge1', 1.07, 1.15],
    ['rouge2', 1.2, 1.5],
    ['itemRecall', 1.25, 1.4],
    ['extractivePrecision', 0.92, 1],
  ],
  captions: [['rouge1', 1.05, 1.1]],
}

export function table(evaluation: Evaluation): string {
  const { view, words, documents, hours, longHours, systems } = evaluation
  const textrank = systems.find(system => system.name === 'textrank')!
  const builtin = systems.find(system => system.name === 'builtin')!
  const row = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(10) : cell.padStart(10))).join('')
  const lines = [
    `${documents} documents, ${hours.toFixed(1)} h of speech, view ${view}, ${words} words; time and memory of ${longHours.toFixed(1)} h in one piece`,
    row(['system', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'items', 'precision', 's/hour', 's', 'MB']),
    ...systems.map(s =>
      row([
        s.name,
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
    '',
    'builtin as ratio to textrank',
    ...WANTED[view].map(([name, must, aim]) => {
      const ratio = builtin[name] / textrank[name]
      const verdict = ratio >= aim ? 'aim reached' : ratio >= must ? 'must reached' : 'BELOW must'
      return `${name.padEnd(20)} ${ratio.toFixed(3)}   must ${must.toFixed(2)}   aim ${aim.toFixed(2)}   ${verdict}`
    }),
  ]
  return lines.join('\n')
}
