import type { Run, Schedule } from '@recaps/contract'
import { useRuns } from '../queries.ts'

/** The newest run with summaries, usually the last run. Null if there is none or it has not been loaded. */
export function useLatestRunWithSummaries(schedule: Schedule): Run | null {
  const { lastRun } = schedule
  const isLast = lastRun !== null && lastRun.summarised > 0
  const runs = useRuns(schedule, lastRun !== null && !isLast)
  return isLast ? lastRun : (runs.data?.find(({ summarised }) => summarised > 0) ?? null)
}
