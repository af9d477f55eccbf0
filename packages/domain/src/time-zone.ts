import { Temporal } from 'temporal-polyfill'

/** Whether the name is in the IANA time zone database (`Europe/Rome`, `UTC`). Fixed offsets such as `+02:00` are rejected. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name) || name.length > 64) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A local date and time without a zone: `2026-01-31T09:00:00`. */
export type WallClock = string

/** Converts a timestamp to the local time in the zone. */
export const toWallClock = (at: Date, zone: string): WallClock => inZone(at, zone).toPlainDateTime().toString()

/**
 * Converts a local time to a timestamp. A time that occurs twice gives the earlier one; a time that the clocks skip is moved
 * later by the length of the gap.
 */
export const wallClockToDate = (clock: WallClock, zone: string): Date =>
  new Date(Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).epochMilliseconds)

/**
 * The local time in the zone that a client's timestamp asks for. If the timestamp has the zone's own offset
 * (`2027-03-28T02:30:00+01:00`), its local time is kept even if the clocks skip that time. Otherwise (UTC, or the offset of
 * another zone) the timestamp is converted.
 */
export function wallClockFromTimestamp(timestamp: string, zone: string): WallClock {
  const at = new Date(timestamp)
  const [, clock] = /^(.*)[+-]\d\d:?\d\d$/.exec(timestamp) ?? []
  const hasZoneOffset = clock !== undefined && wallClockToDate(clock, zone).getTime() === at.getTime()
  return hasZoneOffset ? Temporal.PlainDateTime.from(clock).toString() : toWallClock(at, zone)
}

/** Whether a clock change in the zone skips this local time or makes it occur twice. */
export function clockChangeAt(clock: WallClock, zone: string): 'skipped' | 'twice' | null {
  const time = Temporal.PlainDateTime.from(clock)
  const [earlier, later] = (['earlier', 'later'] as const).map(disambiguation =>
    time.toZonedDateTime(zone, { disambiguation }),
  )
  if (!earlier || !later || earlier.equals(later)) return null
  return earlier.toPlainDateTime().equals(later.toPlainDateTime()) ? 'twice' : 'skipped'
}

/** Formats a timestamp with the zone's UTC offset: `2026-01-31T09:00:00+01:00`. */
export const formatWithOffset = (at: Date, zone: string): string => inZone(at, zone).toString({ timeZoneName: 'never' })

const inZone = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

export interface DaylightSaving {
  dstEnabled: boolean
  /** When clocks go forward this year, ISO 8601 in UTC; null if they don't. */
  dstStart: string | null
  dstEnd: string | null
}

/** Daylight saving time of a zone in the year of `at`. Derived for each response, never stored. */
export function daylightSaving(zone: string, at: Date): DaylightSaving {
  const { year } = inZone(at, zone)
  let transition: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from({
    timeZone: zone,
    year,
    month: 1,
    day: 1,
  })
  let dstStart: string | null = null
  let dstEnd: string | null = null
  for (;;) {
    const previous: Temporal.ZonedDateTime = transition
    transition = previous.getTimeZoneTransition('next')
    if (!transition || transition.year !== year) break
    const timestamp = transition.toInstant().toString({ fractionalSecondDigits: 3 })
    if (transition.offsetNanoseconds > transition.subtract({ seconds: 1 }).offsetNanoseconds) dstStart ??= timestamp
    else dstEnd ??= timestamp
  }
  return { dstEnabled: dstStart !== null && dstEnd !== null, dstStart, dstEnd }
}
