export interface TwinTime {
  /** Milliseconds since 1970. */
  now(): number
  /** While something is done that was due before now, its own time is what the clock shows. */
  during<T>(at: number, work: () => T): T
  /** Never backwards. */
  putForwardTo(at: number): void
}

/** The clock of the store: it follows the one given, and may be put forward from it. */
export function twinTime(clock: { now(): Date }): TwinTime {
  let aheadMs = 0
  let shown: number | undefined
  const now = () => shown ?? clock.now().getTime() + aheadMs
  return {
    now,
    during(at, work) {
      const before = shown
      shown = at
      try {
        return work()
      } finally {
        shown = before
      }
    },
    putForwardTo: at => {
      aheadMs += Math.max(0, at - now())
    },
  }
}

export const dayMs = 24 * 3600_000

/** A month later on the day of `anchor`, or on the last one where there is no such day. */
export function monthAfter(at: number, anchor: number): number {
  const [from, day] = [new Date(at), new Date(anchor).getUTCDate()]
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = at - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  return Date.UTC(year, month, Math.min(day, last)) + timeOfDay
}
