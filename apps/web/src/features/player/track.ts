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
  /** How far it was heard when it was queued, in milliseconds. */
  heardMs: number
  /** Whether it is the listener's own: only there the place is kept. */
  isOwn: boolean
  /** By which it was opened, where somebody shares it; else null. */
  shareToken: string | null
}

/** The page on which it is read. */
export const pageOf = ({ id, shareToken }: Pick<Track, 'id' | 'shareToken'>): string =>
  `/history-detail/${shareToken ?? id}`

/** Whether they sound alike: in another voice a summary has another file, and only the signature behind its path changes daily. */
export const isSameSound = (
  one: Pick<Track, 'id' | 'audioUrl'> | undefined,
  { id, audioUrl }: Pick<SummaryItem, 'id' | 'audioUrl'>,
): boolean => one?.id === id && (!audioUrl || pathOf(one.audioUrl) === pathOf(audioUrl))

const pathOf = (address: string) => address.split('?')[0]

/** Null while there is nothing to hear. */
export function trackOf(summary: SummaryItem): Track | null {
  if (!summary.audioUrl || summary.audio !== 'ready') return null
  return {
    id: summary.id,
    title: summary.videoInfo.title,
    channel: summary.videoInfo.channel,
    thumbnailUrl: summary.videoInfo.thumbnailUrl,
    audioUrl: summary.audioUrl,
    durationMs: summary.audioDurationMs,
    heardMs: summary.listenedMs ?? 0,
    isOwn: summary.access === 'own',
    shareToken: summary.access === 'shared' ? summary.shareToken : null,
  }
}
