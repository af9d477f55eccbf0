import type { Run, Schedule } from '@recaps/contract'
import { useRuns } from '../queries.ts'

/** The newest run that brought summaries: mostly the last one; null where there is none, or it is not known. */
export function useRunThatBrought(schedule: Schedule): Run | null {
  const { lastRun } = schedule
  const isLast = lastRun !== null && lastRun.summarised > 0
  const runs = useRuns(schedule, lastRun !== null && !isLast)
  return isLast ? lastRun : (runs.data?.find(({ summarised }) => summarised > 0) ?? null)
}
