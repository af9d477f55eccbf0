import type { Evaluation } from './evaluate.ts'
import { ratiosOf } from './report.ts'

/** One figure of the built-in engine that may not get worse than its floor in floors.json. */
export interface Figure {
  name: string
  value: number
  /** Whether a larger value is the better one. */
  larger: boolean
}

/** What both views of an evaluation say about the built-in engine, as named figures. */
export function figuresOf(evaluations: readonly Evaluation[]): Figure[] {
  return evaluations.flatMap(evaluation => {
    const { view, systems, facts, restored = [], checker } = evaluation
    const builtin = systems.find(system => system.name === 'builtin')!
    const of = (name: string, value: number, larger = true): Figure => ({ name: `${view}: ${name}`, value, larger })
    return [
      ...ratiosOf(evaluation).map(({ figure, ratio }) => of(`${figure} over TextRank`, ratio)),
      of('fragments', builtin.fragments, false),
      of('dangling openers', builtin.dangling, false),
      of('repeated sentences', builtin.repeated, false),
      of('supported sentences', builtin.supported ?? 0),
      of('invented in a thousand sentences', builtin.invented, false),
      ...facts
        .filter(({ name }) => name === 'builtin')
        .map(({ windowsRepresented }) => of('windows of ten minutes represented', windowsRepresented)),
      ...restored.flatMap(({ withTurns, engine, rules }) => {
        const known = withTurns ? ', turns known' : ''
        return [
          of(`ends of sentences F1${known}`, engine.f1),
          of(`ends of sentences F1 above rules${known}`, engine.f1 - rules.f1),
          of(`capitals right${known}`, engine.capitalsRight),
          of(`names F1${known}`, engine.namesF1),
        ]
      }),
      ...(checker
        ? [
            of('planted falsehoods caught', checker.plantedCaught / checker.planted),
            of('unaltered sentences called weak', checker.unalteredFlagged / checker.unaltered, false),
            of('false sentences by hand caught', checker.byHandCaught / checker.byHandFalse),
            of('faithful sentences by hand called weak', checker.byHandFlagged / checker.byHandFaithful, false),
          ]
        : []),
    ]
  })
}

/** Figures that fell below their floor, or that have none, each in a sentence. */
export function fallen(figures: readonly Figure[], floors: Readonly<Record<string, number>>): string[] {
  return figures.flatMap(({ name, value, larger }) => {
    const floor = floors[name]
    if (floor === undefined) return [`${name} has no floor; it is ${value.toFixed(4)}`]
    const isWorse = larger ? value < floor : value > floor
    return isWorse ? [`${name} is ${value.toFixed(4)}, its floor ${floor}`] : []
  })
}
