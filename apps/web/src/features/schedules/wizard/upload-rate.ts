import { texts } from './texts.ts'

/** `About 3 videos a week`, per day, week or month depending on the rate. Null if the rate is not known. */
export function formatUploadRate(videosPerWeek: number | null | undefined): string | null {
  if (videosPerWeek == null) return null
  if (videosPerWeek === 0) return texts.rate.none
  if (videosPerWeek >= 10) return texts.rate.day(Math.round(videosPerWeek / 7))
  if (videosPerWeek >= 0.75) return texts.rate.week(Math.round(videosPerWeek))
  return texts.rate.month(Math.max(1, Math.round((videosPerWeek * 30) / 7)))
}
