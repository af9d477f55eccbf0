import type { Evaluation } from './evaluate.ts'
import { ratiosToTextRank } from './report.ts'

/** A figure of the built-in engine that must not get worse than its floor in floors.json. */
export interface Figure {
  name: string
  value: number
  /** Whether a larger value is the better one. */
  isLargerBetter: boolean
}

/** The figures of the built-in engine in both views. Their names are the keys of floors.json. */
export function createFigures(evaluations: readonly Evaluation[]): Figure[] {
  return evaluations.flatMap(evaluation => {
    const { view, systems, facts, restored = [], checker } = evaluation
    const builtin = systems.find(system => system.name === 'builtin')!
    const createFigure = (name: string, value: number, isLargerBetter = true): Figure => ({
      name: `${view}: ${name}`,
      value,
      isLargerBetter,
    })
    return [
      ...ratiosToTextRank(evaluation).map(({ figure, ratio }) => createFigure(`${figure} over TextRank`, ratio)),
      createFigure('fragments', builtin.fragments, false),
      createFigure('dangling openers', builtin.dangling, false),
      createFigure('repeated sentences', builtin.repeated, false),
      createFigure('supported sentences', builtin.supported ?? 0),
      createFigure('invented in a thousand sentences', builtin.invented, false),
      ...facts
        .filter(({ name }) => name === 'builtin')
        .map(({ windowsRepresented }) => createFigure('windows of ten minutes represented', windowsRepresented)),
      ...restored.flatMap(({ withTurns, engine, rules }) => {
        const suffix = withTurns ? ', turns known' : ''
        return [
          createFigure(`ends of sentences F1${suffix}`, engine.f1),
          createFigure(`ends of sentences F1 above rules${suffix}`, engine.f1 - rules.f1),
          createFigure(`capitals right${suffix}`, engine.capitalsRight),
          createFigure(`names F1${suffix}`, engine.namesF1),
        ]
      }),
      ...(checker
        ? [
            createFigure('planted falsehoods caught', checker.plantedCaught / checker.planted),
            createFigure('unaltered sentences called weak', checker.unalteredFlagged / checker.unaltered, false),
            createFigure('false sentences by hand caught', checker.byHandCaught / checker.byHandFalse),
            createFigure(
              'faithful sentences by hand called weak',
              checker.byHandFlagged / checker.byHandFaithful,
              false,
            ),
          ]
        : []),
    ]
  })
}

/** One message for each figure that is worse than its floor or has none. */
export function describeRegressions(figures: readonly Figure[], floors: Readonly<Record<string, number>>): string[] {
  return figures.flatMap(({ name, value, isLargerBetter }) => {
    const floor = floors[name]
    if (floor === undefined) return [`${name} is ${value.toFixed(4)} and has no floor in floors.json`]
    const isWorse = isLargerBetter ? value < floor : value > floor
    return isWorse ? [`${name} is ${value.toFixed(4)}, worse than its floor ${floor}`] : []
  })
}
