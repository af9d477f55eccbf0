import type { Frequency } from '@recaps/domain/plans'
import { clockOfOccurrence, nextOccurrence, nextThree } from '@recaps/domain/recurrence'
import { defaultStart, refuseStart } from '@recaps/domain/schedules'
import {
  clockChangeAt,
  instantOf,
  type WallClock,
  wallClockOf,
  wantedClock,
  withOffset,
} from '@recaps/domain/time-zone'
import { AppError } from '../../errors.ts'
import type { ScheduleRow } from './repository.ts'

/** What a user says about when. */
export interface Timing {
  frequency?: Frequency | null | undefined
  startDateTime?: string | null | undefined
}

/** What the clocks are to show at the first occurrence, and with it the time of day of all. */
export function startFrom({ startDateTime }: Timing, zone: string, now: Date): WallClock {
  if (!startDateTime) return wallClockOf(defaultStart(now), zone)
  const start = new Date(startDateTime)
  const refusal = refuseStart(start, now)
  if (refusal === 'start_too_late')
    throw new AppError('invalid_request', 'A schedule starts within a year. Choose an earlier date.')
  if (refusal) throw new AppError(refusal)
  return wantedClock(startDateTime, zone)
}

/**
 * What becomes of the times. A start that is sent back as it was read is no new one, however long ago it was. A new one is
 * the first occurrence; another frequency, or going on after a pause, counts on from the old one. Else what is due stays due.
 * A start that is the next occurrence is meant as that: at the time of day of all, also where the clocks skip it that day.
 */
export function retimed(
  row: ScheduleRow,
  change: Timing & { frequency: Frequency; disabled: boolean },
  now: Date,
): Pick<ScheduleRow, 'start_clock' | 'next_run_at'> {
  const { start_clock, timezone, next_run_at } = row
  if (change.startDateTime && !isKnownStart(change.startDateTime, row)) {
    const isNext = isInstant(change.startDateTime, next_run_at)
    const startClock = startFrom(change, timezone, now)
    const clock = isNext ? clockOfOccurrence(start_clock, row.frequency, timezone, next_run_at) : startClock
    return { start_clock: clock, next_run_at: instantOf(clock, timezone) }
  }
  const goesOn = row.disabled && !change.disabled
  if (change.frequency === row.frequency && !goesOn) return { start_clock, next_run_at }
  return { start_clock, next_run_at: nextOccurrence(start_clock, change.frequency, timezone, now) }
}

const isKnownStart = (written: string, { start_clock, timezone }: ScheduleRow): boolean =>
  wantedClock(written, timezone) === start_clock || isInstant(written, instantOf(start_clock, timezone))

/** Written in UTC, as answers give it: one with an offset says more than when it is. */
const isInstant = (written: string, at: Date): boolean =>
  /Z$/i.test(written) && new Date(written).getTime() === at.getTime()

export const threeFrom = (startClock: string, frequency: Frequency, zone: string, first: Date): string[] =>
  nextThree(startClock, frequency, zone, new Date(first.getTime() - 1)).map(at => withOffset(at, zone))

/** Whether one of the dates comes at another time of day, or at one that the clocks show twice. */
export function clockChangeOn(
  dates: readonly string[],
  startClock: WallClock,
  zone: string,
): 'skipped' | 'twice' | null {
  const clocks = dates.map(at => at.slice(0, 19))
  if (clocks.some(clock => clock.slice(11) !== startClock.slice(11, 19))) return 'skipped'
  return clocks.some(clock => clockChangeAt(clock, zone) === 'twice') ? 'twice' : null
}
