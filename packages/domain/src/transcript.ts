/** One spoken word inside a segment, with the instant it starts, in milliseconds from the start of the video. */
export interface TimedWord {
  text: string
  startMs: number
}

/**
 * A stretch of speech as the captions deliver it: a phrase, a line or a sentence. Instants are milliseconds from the
 * start of the video, `0 ≤ startMs ≤ endMs`. Segments of a transcript are in order of `startMs` and never overlap in text.
 */
export interface Segment {
  startMs: number
  endMs: number
  text: string
  /** Who speaks, where the captions name them. */
  speaker?: string
  /** Another voice than in the segment before begins here; captions often mark the change (`>>`) and not the name. */
  turn?: true
  words?: TimedWord[]
}

/** Where the words come from: a person, YouTube's recogniser, our own speech to text, or a file given by the user. */
export type TranscriptKind = 'manual' | 'auto' | 'stt' | 'uploaded'

export interface Transcript {
  kind: TranscriptKind
  /** BCP 47 tag of the track, or `und` where nothing says. */
  language: string
  segments: Segment[]
}

export const spokenUntilMs = (transcript: Transcript): number =>
  transcript.segments.reduce((max, s) => Math.max(max, s.endMs), 0)
