import type { VideoInfo } from '@recaps/contract'
import { parseIsoDuration } from '@recaps/domain/duration'

/** Video duration in milliseconds, or null if unknown. */
export const videoLengthMs = ({ duration }: Pick<VideoInfo, 'duration'>): number | null =>
  duration === null ? null : parseIsoDuration(duration)

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** English name of the spoken language. Null for English or an unknown language, undefined if the browser has no name for it. */
export function spokenLanguage(tag: string | null | undefined): string | undefined | null {
  if (!tag || /^(en|und)\b/i.test(tag)) return null
  try {
    return names.of(tag)
  } catch {
    // Not a valid language tag.
    return undefined
  }
}
