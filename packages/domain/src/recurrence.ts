import { Temporal } from 'temporal-polyfill'
import type { Frequency } from './plans.ts'
import type { WallClock } from './time-zone.ts'

/**
 * Next run of a schedule. Occurrence k is k calendar steps after the anchor in the zone's local time. Steps are not a number
 * of hours, so 9:00 stays 9:00 across clock changes, and are not counted from the previous occurrence, so the 31st returns
 * after a February. A local time that the clocks skip runs later by the length of the gap; one that occurs twice runs at the
 * first. Occurrences with the same timestamp (a zone once skipped a whole day) count once.
 *
 * @returns The first occurrence strictly after `after`. The cost does not depend on the time since the anchor.
 */
export function nextOccurrence(anchor: WallClock, frequency: Frequency, zone: string, after: Date): Date {
  return occurrencesAfter(anchor, frequency, zone, after).next().value
}

export function nextThree(anchor: WallClock, frequency: Frequency, zone: string, after: Date): Date[] {
  const dates: Date[] = []
  for (const at of occurrencesAfter(anchor, frequency, zone, after)) if (dates.push(at) === 3) break
  return dates
}

/** All occurrences after `after`, up to and including `until`. */
export function occurrencesBetween(
  anchor: WallClock,
  frequency: Frequency,
  zone: string,
  after: Date,
  until: Date,
): Date[] {
  const dates: Date[] = []
  for (const at of occurrencesAfter(anchor, frequency, zone, after)) {
    if (at > until) break
    dates.push(at)
  }
  return dates
}

/**
 * Moves the occurrence at `at` from one time zone to another and keeps its local time, for users who change their time zone.
 * Occurrences before `at` are not repeated.
 */
export const moveOccurrence = (anchor: WallClock, frequency: Frequency, from: string, to: string, at: Date): Date =>
  new Date(toEpochMs(to, findOccurrence(anchor, frequency, from, at)))

/** The scheduled local time of the occurrence at `at`, even if the clocks skip that time and the run is later. */
export const occurrenceWallClock = (anchor: WallClock, frequency: Frequency, zone: string, at: Date): WallClock =>
  findOccurrence(anchor, frequency, zone, at).toString()

function findOccurrence(anchor: WallClock, frequency: Frequency, zone: string, at: Date): Temporal.PlainDateTime {
  const start = Temporal.PlainDateTime.from(anchor)
  let k = firstCandidate(start, frequency, zone, at)
  while (toEpochMs(zone, occurrence(start, frequency, k)) < at.getTime()) k++
  return occurrence(start, frequency, k)
}

const steps = {
  daily: { days: 1 },
  alternate_days: { days: 2 },
  weekly: { days: 7 },
  biweekly: { days: 14 },
  monthly: { months: 1 },
} as const satisfies Record<Frequency, { days: number } | { months: number }>

/** Endless, in order, each timestamp once. */
function* occurrencesAfter(
  anchor: WallClock,
  frequency: Frequency,
  zone: string,
  after: Date,
): Generator<Date, never, undefined> {
  const start = Temporal.PlainDateTime.from(anchor)
  let last = after.getTime()
  for (let k = firstCandidate(start, frequency, zone, after); ; k++) {
    const at = toEpochMs(zone, occurrence(start, frequency, k))
    if (at <= last) continue
    last = at
    yield new Date(at)
  }
}

/** Counted from the anchor: monthly from 31 January gives 28 February, 31 March, 30 April. */
function occurrence(start: Temporal.PlainDateTime, frequency: Frequency, k: number): Temporal.PlainDateTime {
  const step = steps[frequency]
  return start.add('months' in step ? { months: k * step.months } : { days: k * step.days })
}

/**
 * The number of the first occurrence after `after`, or of one of the two before it. Today's occurrence in the zone may or may
 * not have passed. The previous one has passed, unless the clocks skipped its time and it runs after midnight.
 */
function firstCandidate(start: Temporal.PlainDateTime, frequency: Frequency, zone: string, after: Date): number {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone)
  const step = steps[frequency]
  const stepsUntilToday =
    'months' in step
      ? (today.year - start.year) * 12 + today.month - start.month
      : Math.floor(start.toPlainDate().until(today.toPlainDate()).days / step.days)
  return Math.max(0, stepsUntilToday - 1)
}

const toEpochMs = (zone: string, clock: Temporal.PlainDateTime): number => clock.toZonedDateTime(zone).epochMilliseconds
