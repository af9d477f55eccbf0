import { toShortDuration } from '@recaps/domain/duration'
import { formatDate, formatTime } from '@recaps/domain/format-date'
import { serverTime } from '../device/server-clock.ts'

/** Formats durations (in milliseconds) and timestamps, with non-breaking spaces between numbers and units. */

/** `m:ss` with unlimited minutes, as in the player (specification §2). */
export function formatMinutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A short duration: `45 s`, `48 min`, `2 h 05`. */
export const formatShortDuration = (ms: number): string => toShortDuration(ms).replaceAll(' ', '\u00a0')

/** A duration for running text: `11 h 49 min`. */
export function formatLongDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return formatShortDuration(ms)
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60}\u00a0h` : `${Math.floor(minutes / 60)}\u00a0h\u00a0${rest}\u00a0min`
}

/** `today at 1:00 AM`, `tomorrow at 1:00 AM` or `December 1 at 1:00 AM`. In the local time zone by default. */
export function formatDayAndTime(timestamp: string, now = serverTime(), timeZone?: string): string {
  const date = new Date(timestamp)
  const time = formatTime(date, timeZone)
  const day = (of: Date) => formatDate(of, { timeZone })
  const isNear = Math.abs(date.getTime() - now.getTime()) < 2 * dayMs
  if (isNear && day(date) === day(now)) return `today at ${time}`
  if (isNear && day(date) === day(new Date(now.getTime() + dayMs))) return `tomorrow at ${time}`
  return `${formatDate(date, { timeZone, year: { otherThan: now } })} at ${time}`
}

/** `1:00 AM` for today, otherwise like `formatDayAndTime`. In the local time zone by default. */
export function formatTimeOrDay(timestamp: string, now = serverTime(), timeZone?: string): string {
  return formatDayAndTime(timestamp, now, timeZone).replace(/^today at /, '')
}

/** `December 1`, with the year if it isn't the current one. In the local time zone by default. */
export function formatDay(timestamp: string, now = serverTime(), timeZone?: string): string {
  const year = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone })
  const isThisYear = year.format(new Date(timestamp)) === year.format(now)
  const plain = { month: 'long', day: 'numeric', timeZone } as const
  const form = isThisYear ? plain : ({ ...plain, year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-US', form).format(new Date(timestamp))
}

const dayMs = 86_400_000
