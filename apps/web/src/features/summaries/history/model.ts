import type { SummaryItem } from '@recaps/contract'
import { shortLength } from '../../../ui/time.ts'
import type { ListFilter } from '../queries.ts'
import { texts } from '../texts.ts'
import { videoLengthMs } from '../video-length.ts'

/** The filter as it stands in the address, so that it survives leaving and coming back. */
export function filterOf(search: URLSearchParams): ListFilter {
  const show = search.get('show')
  return {
    ...(search.get('q') ? { q: search.get('q')! } : {}),
    ...(search.get('channel') ? { channel: search.get('channel')! } : {}),
    ...(show === 'unread' || show === 'with_audio' ? { state: show } : {}),
    ...(show === 'schedule' ? { origin: show } : {}),
  }
}

/** `2 h 05` of video and `6 min` to read, as far as they are known. */
export function lengths({ videoInfo, readMinutes }: SummaryItem): { video: string | null; read: string | null } {
  const videoMs = videoLengthMs(videoInfo)
  return {
    video: videoMs === null ? null : shortLength(videoMs),
    read: readMinutes === null ? null : texts.minutes(readMinutes),
  }
}

/** How much was heard, 0 to 1; null where nothing was. */
export function heardFraction({ listenedMs, audioDurationMs }: SummaryItem): number | null {
  if (!listenedMs || !audioDurationMs) return null
  const fraction = listenedMs / audioDurationMs
  return fraction > 0.97 ? 1 : fraction
}

export interface Channel {
  /** Its id, by which the list is filtered. */
  key: string
  name: string
}

/** The channels of these entries, those with the most first. */
export function channelsOf(items: readonly SummaryItem[]): Channel[] {
  const counts = new Map<string, Channel & { count: number }>()
  for (const { videoInfo } of items) {
    const key = videoInfo.channelId
    if (!key) continue
    const known = counts.get(key) ?? { key, name: videoInfo.channel, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}
