/**
 * Kill points between a request and its audio, each right after a side effect. Tests kill the process at every one of
 * them: the work must resume, and no effect may happen twice.
 */
export const summaryKillPoints = [
  'entry-accepted',
  'captions-begun',
  'video-saved',
  'captions-fetched',
  'transcript-stored',
  'transcript-saved',
  'summary-begun',
  'summary-written',
  'summary-saved',
  'sentence-spoken',
  'audio-made',
  'timings-stored',
  'audio-stored',
  'audio-saved',
  'voice-stood-in',
  'step-put-off',
  'recap-deferred',
  'recap-failed',
  'entry-cancelled',
] as const

/** Kill points of the transcription, for videos without captions. */
export const transcriptionKillPoints = [
  'hearing-queued',
  'hearing-begun',
  'sound-brought',
  'piece-heard',
  'sound-heard',
] as const

export type SummaryKillPoint = (typeof summaryKillPoints)[number] | (typeof transcriptionKillPoints)[number]
