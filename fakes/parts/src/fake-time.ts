export interface FakeTime {
  /** Whole units since 1970: milliseconds, or the unit of the service. */
  now(): number
  /** The underlying clock, without the time that was skipped: what the rest of the system sees. */
  realNow(): number
  /** Runs overdue work at the time it was due: `now` returns `at` while it runs. */
  runAt<T>(at: number, work: () => T): T
  /** Never goes backwards. */
  advanceTo(at: number): void
}

/** Clock of a fake service, in units of `unitMs`: it follows the given clock and can be advanced. */
export function fakeTime(clock: { now(): Date }, unitMs = 1): FakeTime {
  let ahead = 0
  let overdueAt: number | undefined
  const realNow = () => Math.floor(clock.now().getTime() / unitMs)
  const now = () => overdueAt ?? realNow() + ahead
  return {
    now,
    realNow,
    runAt(at, work) {
      const before = overdueAt
      overdueAt = at
      try {
        return work()
      } finally {
        overdueAt = before
      }
    },
    advanceTo: at => {
      ahead += Math.max(0, at - now())
    },
  }
}
