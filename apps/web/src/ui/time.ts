import { toShortLength } from '@recaps/domain/duration'
import { writtenDay, writtenTime } from '@recaps/domain/written-date'
import { serviceNow } from '../device/service-clock.ts'

/** Ways to say lengths and instants. All lengths come in milliseconds; a number and its unit never part at a line's end. */

/** `m:ss`, minutes unlimited: what a player shows (specification §2). */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A length at a glance: `45 s`, `48 min`, `2 h 05`. */
export const shortLength = (ms: number): string => toShortLength(ms).replaceAll(' ', '\u00a0')

/** A length in running text: `11 h 49 min`. */
export function length(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return shortLength(ms)
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60}\u00a0h` : `${Math.floor(minutes / 60)}\u00a0h\u00a0${rest}\u00a0min`
}

/** `today at 1:00 AM`, `tomorrow at 1:00 AM`, `December 1 at 1:00 AM`: in the reader's own time zone. */
export function dayAndTime(instant: string, now = serviceNow(), timeZone?: string): string {
  const at = new Date(instant)
  const time = writtenTime(at, timeZone)
  const day = (of: Date) => writtenDay(of, { timeZone })
  const isNear = Math.abs(at.getTime() - now.getTime()) < 2 * dayMs
  if (isNear && day(at) === day(now)) return `today at ${time}`
  if (isNear && day(at) === day(new Date(now.getTime() + dayMs))) return `tomorrow at ${time}`
  return `${writtenDay(at, { timeZone, year: { otherThan: now } })} at ${time}`
}

/** `1:00 AM` of today, otherwise `tomorrow at 1:00 AM`: in the reader's own time zone. */
export function timeOrDay(instant: string, now = serviceNow(), timeZone?: string): string {
  return dayAndTime(instant, now, timeZone).replace(/^today at /, '')
}

/** `December 1`, with its year where that is another one than now: in the reader's own time zone. */
export function day(instant: string, now = serviceNow(), timeZone?: string): string {
  const year = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone })
  const isThisYear = year.format(new Date(instant)) === year.format(now)
  const plain = { month: 'long', day: 'numeric', timeZone } as const
  const form = isThisYear ? plain : ({ ...plain, year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-US', form).format(new Date(instant))
}

const dayMs = 86_400_000
