import { formatDate, formatTime as formatTimeInZone } from '@recaps/domain/format-date'
import { serverTime } from '../../device/server-clock.ts'
import { type WallClock, wallClockIn } from './wall-clock.ts'

/**
 * Schedule dates are shown in the schedule's time zone, not the device's. They are passed as wall-clock time in that zone:
 * `2026-11-28T08:00`, optionally followed by seconds and offset.
 */

/** `Friday, November 28 at 8:00 AM`; with the year if it is not the current one. */
export const longDate = (clock: WallClock, now = serverTime()): string =>
  `${formatDate(asUtc(clock), { ...utc, weekday: 'long', year: { otherThan: now } })} at ${formatTime(clock)}`

/** `Fri, Nov 28, 8:00 AM`. */
export const shortDate = (clock: WallClock, now = serverTime()): string =>
  `${shortDay(clock, now)}, ${formatTime(clock)}`

/** `Today at 8:00 AM`, `Yesterday at 8:00 AM`, `Fri, Nov 28, 8:00 AM`: a timestamp in a time zone. */
export function recentDate(timestamp: string, zone: string, now = serverTime()): string {
  const clock = wallClockIn(zone, new Date(timestamp))
  const name = nearDay(clock, zone, now)
  return name ? `${name} at ${formatTime(clock)}` : shortDate(clock, now)
}

/** `today`, `yesterday`, `Fri, Nov 28`: the day of a timestamp, for use inside a sentence. */
export function recentDay(timestamp: string, zone: string, now = serverTime()): string {
  const clock = wallClockIn(zone, new Date(timestamp))
  return nearDay(clock, zone, now)?.toLowerCase() ?? shortDay(clock, now)
}

/** `today`, `yesterday`, `November 28`: the day of a timestamp, for use after "since". */
export function sinceDay(timestamp: string, zone: string, now = serverTime()): string {
  const clock = wallClockIn(zone, new Date(timestamp))
  return nearDay(clock, zone, now)?.toLowerCase() ?? formatDate(asUtc(clock), { ...utc, year: { otherThan: now } })
}

/** `Today`, `Yesterday`, `Nov 28`: the day of a timestamp, for use in front of a title. */
export function recentDayShort(timestamp: string, zone: string, now = serverTime()): string {
  const clock = wallClockIn(zone, new Date(timestamp))
  const format = { ...utc, month: 'short', year: { otherThan: now } } as const
  return nearDay(clock, zone, now) ?? formatDate(asUtc(clock), format)
}

/** `November 28`. */
export const formatDay = (clock: WallClock): string => formatDate(asUtc(clock), utc)

export const formatWeekday = (clock: WallClock): string =>
  new Intl.DateTimeFormat('en-US', { ...utc, weekday: 'long' }).format(asUtc(clock))

/** `28th`. */
export function dayOfMonth(clock: WallClock): string {
  const number = Number(clock.slice(8, 10))
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' }
  return `${number}${ending[ordinals.select(number)]}`
}

export const formatTime = (clock: WallClock): string => formatTimeInZone(asUtc(clock), utc.timeZone)

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const dayMs = 86_400_000

/** Wall-clock times are formatted as if they were UTC, which has no clock changes. */
const utc = { timeZone: 'UTC' }
const asUtc = (clock: WallClock) => new Date(`${clock.slice(0, 16)}Z`)

const shortDay = (clock: WallClock, now: Date): string =>
  formatDate(asUtc(clock), { ...utc, weekday: 'short', month: 'short', year: { otherThan: now } })

function nearDay(clock: WallClock, zone: string, now: Date): 'Today' | 'Yesterday' | null {
  const dayBefore = (days: number) => wallClockIn(zone, new Date(now.getTime() - days * dayMs)).slice(0, 10)
  if (clock.startsWith(dayBefore(0))) return 'Today'
  return clock.startsWith(dayBefore(1)) ? 'Yesterday' : null
}
