/** Result of a test suite. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Failed tests with the first lines of their error, and tests that passed only on a retry. */
  notes?: string[]
}

export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, tally) => total + tally.passed, 0),
  failed: tallies.reduce((total, tally) => total + tally.failed, 0),
  skipped: tallies.reduce((total, tally) => total + tally.skipped, 0),
  notes: tallies.flatMap(tally => tally.notes ?? []),
})

/** Notes come last, right above the count: often only the end of a long log is kept and read. */
export const formatReport = (tally: Tally): string => [...(tally.notes ?? []), '', formatCounts(tally)].join('\n')

/** The last line of a test run. `.ci/run` parses it. */
export const formatCounts = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

export const createTally = (isPassed: boolean): Tally => ({
  passed: isPassed ? 1 : 0,
  failed: isPassed ? 0 : 1,
  skipped: 0,
})
