import type { Frequency } from '@recaps/domain/plans'
import { nextOccurrence, nextThree, occurrenceWallClock } from '@recaps/domain/recurrence'
import { checkStartDate, defaultStart } from '@recaps/domain/schedules'
import {
  clockChangeAt,
  formatWithOffset,
  toWallClock,
  type WallClock,
  wallClockFromTimestamp,
  wallClockToDate,
} from '@recaps/domain/time-zone'
import { AppError } from '../../errors.ts'
import type { ScheduleRow } from './repository.ts'

/** Frequency and start of a schedule, as sent by the client. */
export interface Timing {
  frequency?: Frequency | null | undefined
  startDateTime?: string | null | undefined
}

/** Local time of the first occurrence; its time of day applies to all occurrences. */
export function resolveStartClock({ startDateTime }: Timing, zone: string, now: Date): WallClock {
  if (!startDateTime) return toWallClock(defaultStart(now), zone)
  const start = new Date(startDateTime)
  const refusal = checkStartDate(start, now)
  if (refusal === 'start_too_late')
    throw new AppError('invalid_request', 'A schedule must start within a year. Choose an earlier date.')
  if (refusal) throw new AppError(refusal)
  return wallClockFromTimestamp(startDateTime, zone)
}

/**
 * Start and next run after a change. A client may send back the stored start unchanged, even one long past: that does not
 * count as a new start. A new start becomes the first occurrence. With another frequency, or when a paused schedule is
 * resumed, the dates continue from the old start. Otherwise the next run does not change. A start equal to the next
 * occurrence keeps the schedule's time of day, even if daylight saving time skips it on that date.
 */
export function reschedule(
  row: ScheduleRow,
  change: Timing & { frequency: Frequency; disabled: boolean },
  now: Date,
): Pick<ScheduleRow, 'start_clock' | 'next_run_at'> {
  const { start_clock, timezone, next_run_at } = row
  if (change.startDateTime && !isKnownStart(change.startDateTime, row)) {
    const isNext = isSameUtcTime(change.startDateTime, next_run_at)
    const startClock = resolveStartClock(change, timezone, now)
    const clock = isNext ? occurrenceWallClock(start_clock, row.frequency, timezone, next_run_at) : startClock
    return { start_clock: clock, next_run_at: wallClockToDate(clock, timezone) }
  }
  const isResumed = row.disabled && !change.disabled
  if (change.frequency === row.frequency && !isResumed) return { start_clock, next_run_at }
  return { start_clock, next_run_at: nextOccurrence(start_clock, change.frequency, timezone, now) }
}

const isKnownStart = (written: string, { start_clock, timezone }: ScheduleRow): boolean =>
  wallClockFromTimestamp(written, timezone) === start_clock ||
  isSameUtcTime(written, wallClockToDate(start_clock, timezone))

/** UTC only, as API responses write timestamps: one with an offset also sets a local time of day. */
const isSameUtcTime = (written: string, at: Date): boolean =>
  /Z$/i.test(written) && new Date(written).getTime() === at.getTime()

export const nextThreeDates = (startClock: string, frequency: Frequency, zone: string, first: Date): string[] =>
  nextThree(startClock, frequency, zone, new Date(first.getTime() - 1)).map(at => formatWithOffset(at, zone))

/** Whether daylight saving time moves one of the dates to another time of day, or makes its time of day occur twice. */
export function findClockChange(
  dates: readonly string[],
  startClock: WallClock,
  zone: string,
): 'skipped' | 'twice' | null {
  const clocks = dates.map(at => at.slice(0, 19))
  if (clocks.some(clock => clock.slice(11) !== startClock.slice(11, 19))) return 'skipped'
  return clocks.some(clock => clockChangeAt(clock, zone) === 'twice') ? 'twice' : null
}
