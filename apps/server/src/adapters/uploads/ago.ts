const DAY_MS = 86_400_000

/** Months and years as long as they are on average. */
const unitsMs: Record<string, number> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: (365.25 / 12) * DAY_MS,
  year: 365.25 * DAY_MS,
}

/**
 * The latest instant that "3 days ago" may mean, in English; null where that is not said. YouTube rounds down, so it was
 * then or up to a unit earlier. The latest, because what is thought newer than it is comes once too often at most, and a
 * list with dates moves it back.
 */
export const latestOf = (text: string, now: Date): Date | null => {
  const [, count, unit = ''] =
    /\b(\d{1,3}) (second|minute|hour|day|week|month|year)s? ago\b/i.exec(text.slice(0, 200)) ?? []
  const length = unitsMs[unit.toLowerCase()]
  return length === undefined ? null : new Date(now.getTime() - Number(count) * length)
}
