export const dayMs = 24 * 3600_000

/** One month after `at`, on the day of the month of `anchor` or the last day of a shorter month. In milliseconds. */
export function monthAfter(at: number, anchor: number): number {
  const [from, day] = [new Date(at), new Date(anchor).getUTCDate()]
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = at - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  return Date.UTC(year, month, Math.min(day, last)) + timeOfDay
}
