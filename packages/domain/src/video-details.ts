/** What a source reports about a video before its captions are read. Unknown fields are null. */
export interface VideoDetails {
  videoId: string
  title: string
  channelId: string | null
  channel: string
  description: string | null
  durationMs: number | null
  viewCount: number | null
  publishedAt: Date | null
  /** False for private and unlisted videos. */
  isPublic: boolean | null
  chapters: { title: string; startMs: number }[]
  /** Whether it was broadcast live. Captions of such videos can be hours late. Missing if unknown. */
  wasLive?: boolean
  /** Languages of the available caption tracks, for the preview. Empty: no captions; null: not checked. */
  captionLanguages: { language: string; kind: 'manual' | 'auto' }[] | null
}
