/** What a suite came to. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** What failed, each with the first lines of its reason; and what passed only when it was run again with nothing beside it. */
  notes?: string[]
}

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, tally) => total + tally.passed, 0),
  failed: tallies.reduce((total, tally) => total + tally.failed, 0),
  skipped: tallies.reduce((total, tally) => total + tally.skipped, 0),
  notes: tallies.flatMap(tally => tally.notes ?? []),
})

/** Notes stand last, right above the count: of a long run only its end is kept and read. */
export const report = (tally: Tally): string => [...(tally.notes ?? []), '', line(tally)].join('\n')

/** The closing line that people and CI read. */
export const line = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

export const ofOne = (isPassed: boolean): Tally => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 })
