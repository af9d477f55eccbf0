import { formatDate } from '@recaps/domain/format-date'
import { serverTime } from '../device/server-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A short relative time: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, and after a week the date: `Nov 2`. */
export function formatAge(timestamp: string, now = serverTime(), timeZone?: string): string {
  const date = new Date(timestamp)
  const ms = now.getTime() - date.getTime()
  if (ms < minuteMs) return 'just now'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)}\u00a0min ago`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)}\u00a0h ago`
  if (ms >= 7 * dayMs) return formatDate(date, { timeZone, month: 'short', year: { otherThan: now } })
  const days = Math.floor(ms / dayMs)
  return `${days}\u00a0${days === 1 ? 'day' : 'days'} ago`
}
