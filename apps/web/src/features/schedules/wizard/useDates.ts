import type { Schedule } from '@recaps/contract'
import { useSchedulePreview } from '../queries.ts'
import { formatWithOffset } from '../wall-clock.ts'
import { type Draft, effectiveFilters, nextLocalTime, startToSave } from './draft.ts'

/** Dates and monthly summaries that the draft results in. `zone` is undefined until the settings have loaded. */
export function useDates(draft: Draft, schedule: Schedule | null, zone: string | undefined) {
  const { channels, start, frequency } = draft
  const requestedStart = zone === undefined ? null : startToSave(draft, schedule, zone)
  const preview = useSchedulePreview(
    {
      frequency,
      startDateTime:
        requestedStart ?? (zone && schedule?.nextRunAt ? formatWithOffset(zone, nextLocalTime(schedule, zone)) : null),
      filters: effectiveFilters(draft, schedule),
      channelIds: channels.map(({ id }) => id),
    },
    zone !== undefined,
  )
  // A paused schedule has no dates until a new start is chosen.
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
    // Not from the preview: dates on the last day of a month depend on the original start, which only the schedule has.
    nextThree: isPaused ? [] : isUntouched ? schedule.nextThree : (preview.data?.nextThree ?? []),
  }
}
