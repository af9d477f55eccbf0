import type { VideoInfo } from '@recaps/contract'
import { isoDurationMs } from '@recaps/domain/duration'

/** How long a video is, in milliseconds; null where YouTube does not tell. */
export const videoLengthMs = ({ duration }: Pick<VideoInfo, 'duration'>): number | null =>
  duration === null ? null : isoDurationMs(duration)

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The English name of the language that is spoken, undefined for one without a name here; null where it is English. */
export function spokenLanguage(tag: string | null | undefined): string | undefined | null {
  if (!tag || /^(en|und)\b/i.test(tag)) return null
  try {
    return names.of(tag)
  } catch {
    // No tag that the browser can read.
    return undefined
  }
}
