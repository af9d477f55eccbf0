export const dayMs = 24 * 3600_000

/** One month after `at`, on the given day or the last day of a shorter month. In milliseconds. */
export function monthLater(at: number, day: number): number {
  const then = new Date(at)
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 2, 0)).getUTCDate()
  return then.setUTCMonth(then.getUTCMonth() + 1, Math.min(day, last))
}
