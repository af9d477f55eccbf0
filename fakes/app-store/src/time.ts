export const dayMs = 24 * 3600_000

/** A month later on the day of `anchor`, or on the last one where there is no such day. */
export function monthAfter(at: number, anchor: number): number {
  const [from, day] = [new Date(at), new Date(anchor).getUTCDate()]
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = at - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  return Date.UTC(year, month, Math.min(day, last)) + timeOfDay
}
