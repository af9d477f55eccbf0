import type { Frequency } from '@recaps/domain/plans'
import { nextOccurrence, nextThree } from '@recaps/domain/recurrence'
import { defaultStart, refuseStart } from '@recaps/domain/schedules'
import { clockChangeAt, instantOf, wallClockOf, withOffset } from '@recaps/domain/time-zone'
import { AppError } from '../../errors.ts'
import type { ScheduleRow } from './repository.ts'

/** What a user says about when. */
export interface Timing {
  frequency?: Frequency | null | undefined
  startDateTime?: string | null | undefined
}

export function startFrom({ startDateTime }: Timing, now: Date): Date {
  if (!startDateTime) return defaultStart(now)
  const start = new Date(startDateTime)
  const refusal = refuseStart(start, now)
  if (refusal === 'start_too_late')
    throw new AppError('invalid_request', 'A schedule starts within a year. Choose an earlier date.')
  if (refusal) throw new AppError(refusal)
  return start
}

/**
 * What becomes of the times. A start that is sent back as it was read is no new one, however long ago it was. A new one is
 * the first occurrence; another frequency, or going on after a pause, counts on from the old one. Else what is due stays due.
 */
export function retimed(
  row: ScheduleRow,
  change: Timing & { frequency: Frequency; disabled: boolean },
  now: Date,
): Pick<ScheduleRow, 'start_clock' | 'next_run_at'> {
  const { start_clock, timezone, next_run_at } = row
  const known = instantOf(start_clock, timezone).getTime()
  if (change.startDateTime && new Date(change.startDateTime).getTime() !== known) {
    const startClock = wallClockOf(startFrom(change, now), timezone)
    return { start_clock: startClock, next_run_at: instantOf(startClock, timezone) }
  }
  const goesOn = row.disabled && !change.disabled
  if (change.frequency === row.frequency && !goesOn) return { start_clock, next_run_at }
  return { start_clock, next_run_at: nextOccurrence(start_clock, change.frequency, timezone, now) }
}

export const threeFrom = (startClock: string, frequency: Frequency, zone: string, first: Date): string[] =>
  nextThree(startClock, frequency, zone, new Date(first.getTime() - 1)).map(at => withOffset(at, zone))

/** Whether one of the dates comes at another time of day, or at one that the clocks show twice. */
export function clockChangeOn(
  dates: readonly string[],
  written: string,
  startClock: string,
  zone: string,
): 'skipped' | 'twice' | null {
  // A start in UTC is an instant; one with an offset says what its user wants the clocks to show.
  const wanted = /[+-]\d\d:\d\d$/.test(written) ? written.slice(0, 19) : startClock
  if (clockChangeAt(wanted, zone) === 'skipped') return 'skipped'
  const clocks = dates.map(at => at.slice(0, 19))
  if (clocks.some(clock => clock.slice(11) !== startClock.slice(11, 19))) return 'skipped'
  return clocks.some(clock => clockChangeAt(clock, zone) === 'twice') ? 'twice' : null
}
