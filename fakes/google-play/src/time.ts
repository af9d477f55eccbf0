export const dayMs = 24 * 3600_000

/** The same day of the next month, or its last one where it is shorter. */
export function monthLater(at: number, day: number): number {
  const then = new Date(at)
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 2, 0)).getUTCDate()
  return then.setUTCMonth(then.getUTCMonth() + 1, Math.min(day, last))
}
