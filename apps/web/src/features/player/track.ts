import type { SummaryItem } from '@recaps/contract'

/** A summary as the player needs it. Each entry of the queue is an object of its own, also when one is queued twice. */
export interface Track {
  id: number
  title: string
  channel: string
  thumbnailUrl: string | null
  audioUrl: string
  /** As announced by the server; the sound itself is asked once it is loaded. */
  durationMs: number | null
  /** Where to start, in milliseconds. */
  startMs: number
  /** Whether it is the listener's own: only there the place is kept. */
  isOwn: boolean
  /** By which it was opened, where somebody shares it; else null. */
  shareToken: string | null
}

/** The page on which it is read. */
export const pageOf = ({ id, shareToken }: Pick<Track, 'id' | 'shareToken'>): string =>
  `/history-detail/${shareToken ?? id}`

/** The nearest to the end from which a summary is still resumed; closer to it, it starts again. */
const nearlyHeard = 0.97

/** Null while there is nothing to hear. */
export function trackOf(summary: SummaryItem): Track | null {
  if (!summary.audioUrl || summary.audio !== 'ready') return null
  const heardMs = summary.listenedMs ?? 0
  const isOver = summary.audioDurationMs !== null && heardMs >= summary.audioDurationMs * nearlyHeard
  return {
    id: summary.id,
    title: summary.videoInfo.title,
    channel: summary.videoInfo.channel,
    thumbnailUrl: summary.videoInfo.thumbnailUrl,
    audioUrl: summary.audioUrl,
    durationMs: summary.audioDurationMs,
    startMs: isOver ? 0 : heardMs,
    isOwn: summary.access === 'own',
    shareToken: summary.access === 'shared' ? summary.shareToken : null,
  }
}
