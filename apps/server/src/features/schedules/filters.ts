import type { UploadFilters } from '@recaps/contract/schedules'
import type { ScheduleRow } from './repository.ts'

export const toFilters = (
  row: Pick<ScheduleRow, 'skip_shorts' | 'skip_live' | 'min_minutes' | 'max_per_channel'>,
): UploadFilters => ({
  skipShorts: row.skip_shorts,
  skipLive: row.skip_live,
  minMinutes: row.min_minutes,
  maxPerChannel: row.max_per_channel,
})

export const toFilterColumns = ({ skipShorts, skipLive, minMinutes, maxPerChannel }: UploadFilters) => ({
  skip_shorts: skipShorts,
  skip_live: skipLive,
  min_minutes: minMinutes,
  max_per_channel: maxPerChannel,
})

/** Only the filters that the request sets, so that the others keep their stored values. */
export const definedFilters = (
  filters: { [K in keyof UploadFilters]?: UploadFilters[K] | undefined } | null | undefined,
) =>
  Object.fromEntries(Object.entries(filters ?? {}).filter(([, value]) => value !== undefined)) as Partial<UploadFilters>
