export interface FakeTime {
  /** Whole units since 1970: milliseconds, or what else the service counts in. */
  now(): number
  /** The clock that this one goes by, without what it was put forward: what the world outside has. */
  outside(): number
  /** While something is done that was due before now, its own time is what the clock shows. */
  during<T>(at: number, work: () => T): T
  /** Never backwards. */
  putForwardTo(at: number): void
}

/** The clock of a whole service, in units of so many milliseconds: it follows the one given, and may be put forward from it. */
export function fakeTime(clock: { now(): Date }, unitMs = 1): FakeTime {
  let ahead = 0
  let shown: number | undefined
  const outside = () => Math.floor(clock.now().getTime() / unitMs)
  const now = () => shown ?? outside() + ahead
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
      ahead += Math.max(0, at - now())
    },
  }
}
