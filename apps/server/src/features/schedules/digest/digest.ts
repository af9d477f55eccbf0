/** What one run has to tell its user, or a sample of it. */
export interface Digest {
  /** Null for a sample: nothing was run. */
  runId: number | null
  user: { firstName: string | null }
  dueAt: Date
  /** The user's zone, IANA. */
  timezone: string
  /** Null when nothing follows. */
  nextRunAt: Date | null
  videos: DigestVideo[]
  /** Could not be summarized; `sentence` says why. */
  failed: { title: string; channel: string; videoId: string; sentence: string }[]
  /** New, but without a summary: the month's are used up, or it was not done in time. */
  listed: { title: string; channel: string; videoId: string; reason: 'monthly_limit' | 'late' }[]
  unsubscribePath: string
}

export interface DigestVideo {
  summaryId: number
  videoId: string
  title: string
  channel: string
  channelId: string
  /** Null where YouTube does not tell it. */
  durationMs: number | null
  readMs: number
  /** Null without sound. */
  listenMs: number | null
  /** The summary in three points, each with the start of what it rests on first. */
  points: { text: string; startMs: number }[]
}
