import type { SummarizedChannel, SummaryItem } from '@recaps/contract'
import { formatShortDuration } from '../../../ui/time.ts'
import type { ListFilter } from '../queries.ts'
import { texts } from '../texts.ts'
import { videoLengthMs } from '../video-facts.ts'

/** Parses the list filter from the URL's query parameters. */
export function parseFilter(search: URLSearchParams): ListFilter {
  const show = search.get('show')
  return {
    ...(search.get('q') ? { q: search.get('q')! } : {}),
    ...(search.get('channel') ? { channel: search.get('channel')! } : {}),
    ...(show === 'unread' || show === 'with_audio' ? { state: show } : {}),
    ...(show === 'schedule' ? { origin: show } : {}),
    ...(search.get('order') === 'oldest' ? { order: 'oldest' } : {}),
  }
}

/** Durations of the video (`2 h 05`), the text (`6 min`) and the audio (`8 min`). Null if unknown. */
export function itemDurations({ videoInfo, readMinutes, audioDurationMs }: SummaryItem) {
  const videoMs = videoLengthMs(videoInfo)
  return {
    video: videoMs === null ? null : formatShortDuration(videoMs),
    read: readMinutes === null ? null : texts.minutes(readMinutes),
    heard: audioDurationMs === null ? null : formatShortDuration(audioDurationMs),
  }
}

/** Fraction of the audio that was played, 0 to 1. Null if none. */
export function listenedFraction({ listenedMs, audioDurationMs }: SummaryItem): number | null {
  if (!listenedMs || !audioDurationMs) return null
  const fraction = listenedMs / audioDurationMs
  return fraction > 0.97 ? 1 : fraction
}

/** Channels of these summaries, those with the most summaries first. */
export function countChannels(items: readonly SummaryItem[]): SummarizedChannel[] {
  const counts = new Map<string, SummarizedChannel>()
  for (const { videoInfo } of items) {
    const { channelId, channel } = videoInfo
    if (!channelId) continue
    const known = counts.get(channelId) ?? { channelId, channel, count: 0 }
    counts.set(channelId, { ...known, count: known.count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.channel.localeCompare(b.channel))
}

/**
 * Milliseconds saved by reading this month's summaries instead of watching the videos. Null if pages not loaded yet may contain
 * more of this month. `resetsAt` is the end of the quota month, in UTC.
 */
export function savedThisMonth(items: readonly SummaryItem[], resetsAt: string, hasOlder: boolean): number | null {
  const end = new Date(resetsAt)
  const startedAt = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1)).toISOString()
  const ofMonth = items.filter(({ createdAt }) => createdAt >= startedAt)
  if (hasOlder && ofMonth.length === items.length) return null
  return ofMonth.reduce((savedMs, { unread, videoInfo, readMinutes }) => {
    const videoMs = videoLengthMs(videoInfo)
    const isCounted = !unread && videoMs !== null && readMinutes !== null
    return isCounted ? savedMs + Math.max(0, videoMs - readMinutes * 60_000) : savedMs
  }, 0)
}
