/** Content of a digest: the results of one run, or a sample. */
export interface Digest {
  /** Null for a sample. */
  runId: number | null
  user: { firstName: string | null }
  dueAt: Date
  /** The user's IANA time zone. */
  timezone: string
  /** Null if no further run is planned. */
  nextRunAt: Date | null
  videos: DigestVideo[]
  /** Videos that could not be summarized, with the reason shown to the user. */
  failed: { title: string; channel: string; videoId: string; sentence: string }[]
  /** New videos without a summary: the monthly quota is used up, or the summary is not ready yet. */
  listed: { title: string; channel: string; videoId: string; reason: 'monthly_limit' | 'late' }[]
  unsubscribePath: string
}

export interface DigestVideo {
  summaryId: number
  videoId: string
  title: string
  channel: string
  channelId: string
  /** Null if unknown. */
  durationMs: number | null
  readMs: number
  /** Null without audio. */
  listenMs: number | null
  /** Key points, each with the start of its first citation. */
  points: { text: string; startMs: number }[]
}
