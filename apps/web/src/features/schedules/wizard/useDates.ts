import type { Schedule } from '@recaps/contract'
import { useSchedulePreview } from '../queries.ts'
import { writtenIn } from '../wall-clock.ts'
import { type Draft, filtersOf, nextClock, startOf } from './draft.ts'

/** The dates that come of the draft, and what they cost; the zone is undefined until it is known. */
export function useDates(draft: Draft, schedule: Schedule | null, zone: string | undefined) {
  const { channels, start, frequency } = draft
  const wanted = zone === undefined ? null : startOf(draft, schedule, zone)
  const preview = useSchedulePreview(
    {
      frequency,
      startDateTime: wanted ?? (zone && schedule?.nextRunAt ? writtenIn(zone, nextClock(schedule, zone)) : null),
      filters: filtersOf(draft, schedule),
      channelIds: channels.map(({ id }) => id),
    },
    zone !== undefined,
  )
  // Paused, it has no dates; a new start gives it some.
  const isPaused = schedule?.disabled === true && start === null
  const isUntouched = schedule !== null && start === null && schedule.frequency === frequency
  return {
    isPaused,
    isPending: preview.isPending,
    isFetching: preview.isFetching,
    error: preview.error,
    refetch: preview.refetch,
    clockChange: isUntouched ? null : (preview.data?.clockChange ?? null),
    forecastPerMonth: preview.data?.forecastPerMonth ?? null,
    // Those of a month's last day are counted from the first of all starts, which only the schedule knows.
    nextThree: isPaused ? [] : isUntouched ? schedule.nextThree : (preview.data?.nextThree ?? []),
  }
}
