import { Temporal } from 'temporal-polyfill'
import type { Frequency } from './plans.ts'
import type { WallClock } from './time-zone.ts'

/**
 * When a schedule runs. Occurrence k lies k steps behind the anchor on the calendar and on the clock of the zone: never so
 * many hours later, so that nine o'clock stays nine o'clock, and never counted from the occurrence before, so that the 31st
 * comes back after a February. A time that the clocks skip is met as much later as they skip, one that they show twice at
 * its first. Occurrences that fall on one instant, as where a zone left out a whole day, are one.
 *
 * @returns The first occurrence after `after`, which is not one itself. Its cost does not grow with the time between.
 */
export function nextOccurrence(anchor: WallClock, frequency: Frequency, zone: string, after: Date): Date {
  return occurrencesAfter(anchor, frequency, zone, after).next().value
}

export function nextThree(anchor: WallClock, frequency: Frequency, zone: string, after: Date): Date[] {
  const found: Date[] = []
  for (const at of occurrencesAfter(anchor, frequency, zone, after)) if (found.push(at) === 3) break
  return found
}

/** All occurrences later than `after` and not later than `until`. */
export function occurrencesBetween(
  anchor: WallClock,
  frequency: Frequency,
  zone: string,
  after: Date,
  until: Date,
): Date[] {
  const found: Date[] = []
  for (const at of occurrencesAfter(anchor, frequency, zone, after)) {
    if (at > until) break
    found.push(at)
  }
  return found
}

/**
 * The occurrence that falls on `at` in the zone `from`, at its time in the zone `to`: whoever moves keeps the time of day,
 * and an occurrence that has passed does not come a second time.
 */
export const movedOccurrence = (anchor: WallClock, frequency: Frequency, from: string, to: string, at: Date): Date =>
  new Date(instantIn(to, occurrenceAt(anchor, frequency, from, at)))

/** What the clocks were meant to show at the occurrence that falls on `at`: also where they skip that, and it comes later. */
export const clockOfOccurrence = (anchor: WallClock, frequency: Frequency, zone: string, at: Date): WallClock =>
  occurrenceAt(anchor, frequency, zone, at).toString()

function occurrenceAt(anchor: WallClock, frequency: Frequency, zone: string, at: Date): Temporal.PlainDateTime {
  const start = Temporal.PlainDateTime.from(anchor)
  let k = candidate(start, frequency, zone, at)
  while (instantIn(zone, occurrence(start, frequency, k)) < at.getTime()) k++
  return occurrence(start, frequency, k)
}

const steps = {
  daily: { days: 1 },
  alternate_days: { days: 2 },
  weekly: { days: 7 },
  biweekly: { days: 14 },
  monthly: { months: 1 },
} as const satisfies Record<Frequency, { days: number } | { months: number }>

/** Without an end, in order, each instant once. */
function* occurrencesAfter(
  anchor: WallClock,
  frequency: Frequency,
  zone: string,
  after: Date,
): Generator<Date, never, undefined> {
  const start = Temporal.PlainDateTime.from(anchor)
  let last = after.getTime()
  for (let k = candidate(start, frequency, zone, after); ; k++) {
    const at = instantIn(zone, occurrence(start, frequency, k))
    if (at <= last) continue
    last = at
    yield new Date(at)
  }
}

/** Counted from the anchor: from 31 January on, months later are 28 February, 31 March, 30 April. */
function occurrence(start: Temporal.PlainDateTime, frequency: Frequency, k: number): Temporal.PlainDateTime {
  const step = steps[frequency]
  return start.add('months' in step ? { months: k * step.months } : { days: k * step.days })
}

/**
 * The number of an occurrence that is the first after `after`, or one or two before it. That of the zone's present day may
 * be over or not; the one before is over, unless the clocks skipped it and it comes after midnight.
 */
function candidate(start: Temporal.PlainDateTime, frequency: Frequency, zone: string, after: Date): number {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone)
  const step = steps[frequency]
  const passed =
    'months' in step
      ? (today.year - start.year) * 12 + today.month - start.month
      : Math.floor(start.toPlainDate().until(today.toPlainDate()).days / step.days)
  return Math.max(0, passed - 1)
}

const instantIn = (zone: string, clock: Temporal.PlainDateTime): number => clock.toZonedDateTime(zone).epochMilliseconds
