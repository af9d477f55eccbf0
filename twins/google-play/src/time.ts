export interface TwinTime {
  /** Milliseconds since 1970. */
  now(): number
  /** The clock that this one goes by, without what it was put forward: what the world outside has. */
  outside(): number
  /** While something is done that was due before now, its own time is what the clock shows. */
  during<T>(at: number, work: () => T): T
  /** Never backwards. */
  putForwardTo(at: number): void
}

/** The clock of the whole store: it follows the one given, and may be put forward from it. */
export function twinTime(clock: { now(): Date }): TwinTime {
  let aheadMs = 0
  let shown: number | undefined
  const outside = () => clock.now().getTime()
  const now = () => shown ?? outside() + aheadMs
  return {
    now,
    outside,
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

/** The same day of the next month, or its last one where it is shorter. */
export function monthLater(at: number, day: number): number {
  const then = new Date(at)
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 2, 0)).getUTCDate()
  return then.setUTCMonth(then.getUTCMonth() + 1, Math.min(day, last))
}
