import { type WallClock, wallClockIn } from './wall-clock.ts'

/**
 * Dates of schedules are said on the clocks of the schedule, whatever the device's own zone is. They come as those clocks
 * show them: `2026-11-28T08:00`, with or without seconds and offset behind it.
 */

/** `Friday, 28 November, 08:00`; with its year when that is not this one. */
export const longDate = (clock: WallClock, now = new Date()): string =>
  `${part(clock, { weekday: 'long' })}, ${day(clock, 'long', now)}, ${timeOf(clock)}`

/** `Fri 28 Nov, 08:00`. */
export const shortDate = (clock: WallClock, now = new Date()): string =>
  `${part(clock, { weekday: 'short' })} ${day(clock, 'short', now)}, ${timeOf(clock)}`

/** `Today 08:00`, `Yesterday 08:00`, `Fri 28 Nov, 08:00`: an instant on the clocks of a zone. */
export function recentDate(instant: string, zone: string, now = new Date()): string {
  const clock = wallClockIn(zone, new Date(instant))
  const name = nearDay(clock, zone, now)
  return name ? `${name} ${timeOf(clock)}` : shortDate(clock, now)
}

/** `today`, `yesterday`, `Fri 28 Nov`: the day of an instant inside a sentence. */
export function recentDay(instant: string, zone: string, now = new Date()): string {
  const clock = wallClockIn(zone, new Date(instant))
  const name = nearDay(clock, zone, now)
  return name?.toLowerCase() ?? `${part(clock, { weekday: 'short' })} ${day(clock, 'short', now)}`
}

export const weekdayOf = (clock: WallClock): string => part(clock, { weekday: 'long' })

/** `28th`. */
export function dayOfMonth(clock: WallClock): string {
  const number = Number(clock.slice(8, 10))
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' }
  return `${number}${ending[ordinals.select(number)]}`
}

export const timeOf = (clock: WallClock): string => clock.slice(11, 16)

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const dayMs = 86_400_000

function nearDay(clock: WallClock, zone: string, now: Date): 'Today' | 'Yesterday' | null {
  const dayBefore = (days: number) => wallClockIn(zone, new Date(now.getTime() - days * dayMs)).slice(0, 10)
  if (clock.startsWith(dayBefore(0))) return 'Today'
  return clock.startsWith(dayBefore(1)) ? 'Yesterday' : null
}

function day(clock: WallClock, month: 'long' | 'short', now: Date): string {
  const year = clock.slice(0, 4)
  return `${Number(clock.slice(8, 10))} ${part(clock, { month })}${year === String(now.getFullYear()) ? '' : ` ${year}`}`
}

const part = (clock: WallClock, wanted: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...wanted, timeZone: 'UTC' }).format(new Date(`${clock.slice(0, 16)}Z`))
