/**
 * An independent calendar calculation to check the product against: zone offsets from Intl.DateTimeFormat, everything else by
 * counting in UTC.
 */

/** A local time in milliseconds, as if it were UTC. */
type Wall = number

const dayMs = 24 * 3600 * 1000
/** No zone has two clock changes within this time. */
const stepMs = 5 * dayMs

export interface Calendar {
  /** Converts a timestamp to local time. */
  toWall(timestamp: number): Wall
  /** Converts a local time to a timestamp: the earlier of two; a skipped time is moved later by the length of the gap. */
  toTimestamp(wall: Wall): number
}

/** Calendar of a zone with all clock changes between two timestamps. */
export function createCalendar(zone: string, from: number, until: number): Calendar {
  const changes = findClockChanges(zone, from, until)
  const offsetAt = (timestamp: number): number => {
    let [low, high] = [0, changes.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (changes[middle]!.at <= timestamp) low = middle
      else high = middle - 1
    }
    return changes[low]!.offset
  }
  return {
    toWall: timestamp => timestamp + offsetAt(timestamp),
    toTimestamp(wall) {
      const before = offsetAt(wall - dayMs)
      const candidates = [before, offsetAt(wall + dayMs)]
        .map(offset => wall - offset)
        .filter(timestamp => timestamp + offsetAt(timestamp) === wall)
      return candidates.length > 0 ? Math.min(...candidates) : wall - before
    },
  }
}

function findClockChanges(zone: string, from: number, until: number): { at: number; offset: number }[] {
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
  const offsetAt = (timestamp: number): number => {
    const parts = Object.fromEntries(format.formatToParts(timestamp).map(({ type, value }) => [type, Number(value)]))
    const { year, month, day, hour, minute, second } = parts as Record<string, number>
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - timestamp
  }
  const changes = [{ at: from, offset: offsetAt(from) }]
  for (let at = from; at < until; at += stepMs) {
    const offset = offsetAt(at + stepMs)
    if (offset === changes.at(-1)!.offset) continue
    let [before, after] = [at, at + stepMs]
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000
      if (offsetAt(middle) === offset) after = middle
      else before = middle
    }
    changes.push({ at: after, offset })
  }
  return changes
}

/** Occurrence k after the anchor, in local time. */
export function occurrenceWallTime(anchor: Wall, frequency: string, k: number): Wall {
  const days = { daily: 1, alternate_days: 2, weekly: 7, biweekly: 14 }[frequency]
  if (days) return anchor + k * days * dayMs
  const start = new Date(anchor)
  const firstOfMonth = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + k)
  const daysInMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + k + 1, 0)).getUTCDate()
  return firstOfMonth + (Math.min(start.getUTCDate(), daysInMonth) - 1) * dayMs + (anchor % dayMs)
}
