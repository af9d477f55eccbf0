const DAY_MS = 86_400_000

/** Months and years have their average length. */
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
 * The latest time that "3 days ago" may mean; null if the text has no such English phrase. YouTube rounds down, so the actual time is up
 * to one unit earlier. The latest time is the safe choice: a video that is taken for newer appears at most once too often, and a list with
 * exact dates corrects it.
 */
export const parseRelativeTime = (text: string, now: Date): Date | null => {
  const [, count, unit = ''] =
    /\b(\d{1,3}) (second|minute|hour|day|week|month|year)s? ago\b/i.exec(text.slice(0, 200)) ?? []
  const length = unitsMs[unit.toLowerCase()]
  return length === undefined ? null : new Date(now.getTime() - Number(count) * length)
}
