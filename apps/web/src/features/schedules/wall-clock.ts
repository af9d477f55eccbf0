/** Local date and time without a zone, to the minute: `2026-11-21T08:00`. */
export type WallClock = string

const minuteMs = 60_000
const dayMs = 86_400_000

/** The local time in a time zone at `at`. */
export function wallClockIn(zone: string, at: Date): WallClock {
  const { year, month, day, hour, minute } = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/**
 * A local time with its offset, as the API expects it: `2026-11-21T08:00:00+01:00`. If the time occurs twice, the first is
 * used. If the clocks skip it, it keeps the offset from before the change: the server then knows the intended local time,
 * and the timestamp is later by the skipped amount. `@recaps/domain` can do this too, but would add 20 KB to the page.
 */
export function formatWithOffset(zone: string, clock: WallClock): string {
  const asUtc = Date.parse(`${clock}Z`)
  const before = offsetMinutes(zone, asUtc - dayMs)
  const after = offsetMinutes(zone, asUtc + dayMs)
  const valid = [before, after].find(offset => offsetMinutes(zone, asUtc - offset * minuteMs) === offset)
  return `${clock}:00${formatOffset(valid ?? before)}`
}

function offsetMinutes(zone: string, atMs: number): number {
  const local = Date.parse(`${wallClockIn(zone, new Date(atMs))}Z`)
  return Math.round((local - Math.floor(atMs / minuteMs) * minuteMs) / minuteMs)
}

function formatOffset(minutes: number): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached) return cached
  const twoDigits = '2-digit'
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
  })
  formatters.set(zone, formatter)
  return formatter
}
