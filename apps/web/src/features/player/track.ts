import type { SummaryItem } from '@recaps/contract'

/** A summary in the player. Each queue item is a separate object, even if a summary is queued twice. */
export interface Track {
  id: number
  title: string
  channel: string
  thumbnailUrl: string | null
  audioUrl: string
  /** As stored by the server; the player uses the duration of the audio itself once it is loaded. */
  durationMs: number | null
  /** Playback position when the track was queued, in milliseconds. */
  startMs: number
  /** Whether the user owns the summary; positions are saved only for own summaries. */
  isOwn: boolean
  /** Token of the share link it was opened with, or null. */
  shareToken: string | null
}

export const summaryPath = ({ id, shareToken }: Pick<Track, 'id' | 'shareToken'>): string =>
  `/history-detail/${shareToken ?? id}`

/** Whether both are the same audio. Each voice has its own file path; the signature after the path changes daily. */
export const isSameAudio = (
  one: Pick<Track, 'id' | 'audioUrl'> | undefined,
  { id, audioUrl }: Pick<SummaryItem, 'id' | 'audioUrl'>,
): boolean => one?.id === id && (!audioUrl || pathOf(one.audioUrl) === pathOf(audioUrl))

const pathOf = (url: string) => url.split('?')[0]

/** Null while the summary has no audio. */
export function toTrack(summary: SummaryItem): Track | null {
  if (!summary.audioUrl || summary.audio !== 'ready') return null
  return {
    id: summary.id,
    title: summary.videoInfo.title,
    channel: summary.videoInfo.channel,
    thumbnailUrl: summary.videoInfo.thumbnailUrl,
    audioUrl: summary.audioUrl,
    durationMs: summary.audioDurationMs,
    startMs: summary.listenedMs ?? 0,
    isOwn: summary.access === 'own',
    shareToken: summary.access === 'shared' ? summary.shareToken : null,
  }
}
