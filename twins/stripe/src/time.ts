export interface TwinTime {
  /** Seconds since 1970. */
  now(): number
  /** The clock that this one goes by, without what it was put forward: what the world outside has. */
  outside(): number
  /** While something is done that was due before now, its own time is what the clock shows. */
  during<T>(at: number, work: () => T): T
  /** Never backwards. */
  putForwardTo(at: number): void
}

/** The clock of the whole account: it follows the one given, and may be put forward from it. */
export function twinTime(clock: { now(): Date }): TwinTime {
  let aheadSeconds = 0
  let shown: number | undefined
  const outside = () => Math.floor(clock.now().getTime() / 1000)
  const now = () => shown ?? outside() + aheadSeconds
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
      aheadSeconds += Math.max(0, at - now())
    },
  }
}
