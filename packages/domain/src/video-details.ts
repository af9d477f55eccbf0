/** What a source says about a video before its words are read; null where it does not say. */
export interface VideoDetails {
  videoId: string
  title: string
  channelId: string | null
  channel: string
  description: string | null
  /** Whole length in milliseconds. */
  durationMs: number | null
  /** Views as YouTube counts them. */
  viewCount: number | null
  publishedAt: Date | null
  /** Whether anybody may find it. */
  isPublic: boolean | null
  chapters: { title: string; startMs: number }[]
  /** Whether it was broadcast live: captions of such come hours later. Absent where nobody says. */
  wasLive?: boolean
  /** Languages of the caption tracks on offer, for the preview; empty means that there are none, null that nobody asked. */
  captionLanguages: { language: string; kind: 'manual' | 'auto' }[] | null
}
