import { Temporal } from 'temporal-polyfill'

/** True for a zone of the IANA database (`Europe/Rome`, `UTC`); fixed offsets such as `+02:00` have no name and are refused. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name) || name.length > 64) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A date and a time as a clock on the wall shows them, without a zone: `2026-01-31T09:00:00`. */
export type WallClock = string

/** What the clocks of the zone show at an instant. */
export const wallClockOf = (at: Date, zone: string): WallClock => inZone(at, zone).toPlainDateTime().toString()

/** When they show it: at the first of two times, and as much later as they skip a time that never comes. */
export const instantOf = (clock: WallClock, zone: string): Date =>
  new Date(Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).epochMilliseconds)

/**
 * What the clocks of the zone are to show by a date that somebody wrote down. With an offset it says it itself
 * (`2027-03-28T02:30:00+01:00`), also where the clocks skip that very time; without a place, as in UTC or with the offset of
 * another zone, it is an instant.
 */
export function wantedClock(written: string, zone: string): WallClock {
  const at = new Date(written)
  const [, clock] = /^(.*)[+-]\d\d:?\d\d$/.exec(written) ?? []
  const isOfZone = clock !== undefined && instantOf(clock, zone).getTime() === at.getTime()
  return isOfZone ? Temporal.PlainDateTime.from(clock).toString() : wallClockOf(at, zone)
}

/** Whether the clocks of the zone skip a time, or show it twice. */
export function clockChangeAt(clock: WallClock, zone: string): 'skipped' | 'twice' | null {
  const time = Temporal.PlainDateTime.from(clock)
  const [earlier, later] = (['earlier', 'later'] as const).map(disambiguation =>
    time.toZonedDateTime(zone, { disambiguation }),
  )
  if (!earlier || !later || earlier.equals(later)) return null
  return earlier.toPlainDateTime().equals(later.toPlainDateTime()) ? 'twice' : 'skipped'
}

/** An instant as the zone writes it: `2026-01-31T09:00:00+01:00`. */
export const withOffset = (at: Date, zone: string): string => inZone(at, zone).toString({ timeZoneName: 'never' })

const inZone = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

export interface DaylightSaving {
  dstEnabled: boolean
  /** The instant of this year at which clocks go forward, ISO with `Z`; null where they do not. */
  dstStart: string | null
  dstEnd: string | null
}

/** The daylight-saving facts of a zone in the year of `at`: derived for the answer, never stored. */
export function daylightSaving(zone: string, at: Date): DaylightSaving {
  const { year } = inZone(at, zone)
  let moment: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from({ timeZone: zone, year, month: 1, day: 1 })
  let dstStart: string | null = null
  let dstEnd: string | null = null
  for (;;) {
    const before: Temporal.ZonedDateTime = moment
    moment = before.getTimeZoneTransition('next')
    if (!moment || moment.year !== year) break
    const instant = moment.toInstant().toString({ fractionalSecondDigits: 3 })
    if (moment.offsetNanoseconds > moment.subtract({ seconds: 1 }).offsetNanoseconds) dstStart ??= instant
    else dstEnd ??= instant
  }
  return { dstEnabled: dstStart !== null && dstEnd !== null, dstStart, dstEnd }
}
