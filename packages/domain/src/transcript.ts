/** A spoken word in a segment. `startMs` is milliseconds from the start of the video. */
export interface TimedWord {
  text: string
  startMs: number
}

/**
 * A piece of speech as in the captions: a phrase, a line or a sentence. Times are milliseconds from the start of the video,
 * `0 ≤ startMs ≤ endMs`. The segments of a transcript are ordered by `startMs` and don't repeat each other's text.
 */
export interface Segment {
  startMs: number
  endMs: number
  text: string
  /** The speaker, if the captions name them. */
  speaker?: string
  /** The speaker changes here. Captions often mark the change (`>>`) without a name. */
  turn?: true
  words?: TimedWord[]
}

/** Source of the text: a person, YouTube's speech recognition, our speech to text, or an uploaded file. */
export type TranscriptKind = 'manual' | 'auto' | 'stt' | 'uploaded'

export interface Transcript {
  kind: TranscriptKind
  /** BCP 47 tag of the track, or `und` if unknown. */
  language: string
  segments: Segment[]
}

export const speechEndMs = (transcript: Transcript): number =>
  transcript.segments.reduce((max, segment) => Math.max(max, segment.endMs), 0)
