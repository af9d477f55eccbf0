/** A date and a time as clocks on the wall show them, to the minute: `2026-11-21T08:00`. */
export type WallClock = string

const minuteMs = 60_000
const dayMs = 86_400_000

/** What the clocks of a zone show at an instant. */
export function wallClockIn(zone: string, at: Date): WallClock {
  const { year, month, day, hour, minute } = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/**
 * A time on the clocks of a zone as the server reads it: `2026-11-21T08:00:00+01:00`. One that the clocks show twice is the
 * first; one that they skip keeps the offset from before, so that the server sees what was meant and meets it as much later
 * as they skip. The domain's own way to do this would add a calendar of 20 KB to the page.
 */
export function writtenIn(zone: string, clock: WallClock): string {
  const asUtc = Date.parse(`${clock}Z`)
  const before = offsetMinutes(zone, asUtc - dayMs)
  const after = offsetMinutes(zone, asUtc + dayMs)
  const fitting = [before, after].find(offset => offsetMinutes(zone, asUtc - offset * minuteMs) === offset)
  return `${clock}:00${written(fitting ?? before)}`
}

function offsetMinutes(zone: string, atMs: number): number {
  const shown = Date.parse(`${wallClockIn(zone, new Date(atMs))}Z`)
  return Math.round((shown - Math.floor(atMs / minuteMs) * minuteMs) / minuteMs)
}

function written(offset: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
  })
  formats.set(zone, made)
  return made
}
