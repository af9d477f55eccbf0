/**
 * The boundaries on the way from link to sound, each right after an effect. A test ends the process at every one of them;
 * what was begun must go on, and nothing may happen twice.
 */
export const points = [
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

/** Those of a video without captions, in place of its captions. */
export const hearingPoints = ['hearing-queued', 'hearing-begun', 'sound-brought', 'piece-heard', 'sound-heard'] as const

export type Point = (typeof points)[number] | (typeof hearingPoints)[number]
