/**
 * The calendar by other means than those of the product, to hold it against: offsets of zones as Intl.DateTimeFormat tells
 * them, everything else by counting in UTC.
 */

/** In milliseconds, as if the wall clock were in UTC. */
type Wall = number

const dayMs = 24 * 3600 * 1000
/** No zone changes its clocks twice in so short a time. */
const paceMs = 5 * dayMs

export interface Calendar {
  /** What the wall clock shows, as if it were UTC. */
  wallOf(instant: number): Wall
  /** When it shows that: the first time; as much later as it skips where it never does. */
  instantOf(wall: Wall): number
}

/** Knows every change of the clocks of a zone between two instants. */
export function calendarOf(zone: string, from: number, until: number): Calendar {
  const changes = changesOf(zone, from, until)
  const offsetAt = (instant: number): number => {
    let [low, high] = [0, changes.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (changes[middle]!.at <= instant) low = middle
      else high = middle - 1
    }
    return changes[low]!.offset
  }
  return {
    wallOf: instant => instant + offsetAt(instant),
    instantOf(wall) {
      const before = offsetAt(wall - dayMs)
      const shown = [before, offsetAt(wall + dayMs)]
        .map(offset => wall - offset)
        .filter(instant => instant + offsetAt(instant) === wall)
      return shown.length > 0 ? Math.min(...shown) : wall - before
    },
  }
}

function changesOf(zone: string, from: number, until: number): { at: number; offset: number }[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsetAt = (instant: number): number => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const { year, month, day, hour, minute, second } = parts as Record<string, number>
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - instant
  }
  const changes = [{ at: from, offset: offsetAt(from) }]
  for (let at = from; at < until; at += paceMs) {
    const offset = offsetAt(at + paceMs)
    if (offset === changes.at(-1)!.offset) continue
    let [before, after] = [at, at + paceMs]
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000
      if (offsetAt(middle) === offset) after = middle
      else before = middle
    }
    changes.push({ at: after, offset })
  }
  return changes
}

/** Occurrence k from its anchor, on a calendar without zones. */
export function wallOfOccurrence(anchor: Wall, frequency: string, k: number): Wall {
  const days = { daily: 1, alternate_days: 2, weekly: 7, biweekly: 14 }[frequency]
  if (days) return anchor + k * days * dayMs
  const start = new Date(anchor)
  const firstOfMonth = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + k)
  const daysInMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + k + 1, 0)).getUTCDate()
  return firstOfMonth + (Math.min(start.getUTCDate(), daysInMonth) - 1) * dayMs + (anchor % dayMs)
}
