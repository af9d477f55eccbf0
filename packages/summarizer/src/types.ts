/**
 * Origin of a transcript. `manual`: written by a person; `auto`: speech recognition of the video host; `stt`: our own speech to text;
 * `uploaded`: a file uploaded by the user.
 */
export type TranscriptKind = 'manual' | 'auto' | 'stt' | 'uploaded'

/** A time span in whole milliseconds from the start of the video, `0 ≤ startMs ≤ endMs`. */
export interface Span {
  startMs: number
  endMs: number
}

/** One caption. `words` has a timestamp for each word; without it, timestamps are interpolated by characters. */
export interface Segment extends Span {
  text: string
  speaker?: string
  /** The speaker changes before this segment. */
  turn?: true
  words?: { text: string; startMs: number }[]
}

export interface Source {
  segments: readonly Segment[]
  durationMs: number
  title?: string
  description?: string
  chapters?: readonly { title: string; startMs: number }[]
  kind?: TranscriptKind
  /** BCP 47 tag of the track. Not relied on: the language is detected from the text. */
  language?: string
}

export type Preset = 'short' | 'standard' | 'long'

export interface Progress {
  stage: 'reading' | 'summarising' | 'checking'
  done: number
  total: number
}

export interface Options {
  preset?: Preset
  /** Maximum words of the summary; overrides the preset. */
  words?: number
  /** The user's main interest, as free text. Sentences about it are preferred. */
  focus?: string | null
  /** Called synchronously, a few dozen times per run. */
  onProgress?: (progress: Progress) => void
}

/** `verified`: all numbers, names, units and negations of the sentence occur in the cited segments (± 2); `weak`: at least one does not. */
export type Support = 'verified' | 'weak'

export interface Sentence {
  text: string
  /** The moments that the sentence is based on; at least one. */
  cites: Span[]
  support: Support
  /** A language model confirmed that the cited moments support the sentence. */
  judged?: true
}

export interface Section extends Span {
  title: string
  sentences: Sentence[]
}

export type PromotionReason = 'sponsor' | 'subscribe' | 'own-offer' | 'intro' | 'outro'

/**
 * How reliable the transcript is.
 * `A`: written by a person, with sentences and capitals. `B`: from speech recognition with punctuation.
 * `C`: from speech recognition without punctuation; this engine predicts sentence ends and names.
 */
export type TranscriptQuality = 'A' | 'B' | 'C'

export interface Coverage {
  durationMs: number
  /** Length of `read`. */
  readMs: number
  /** Spans with speech that was processed, including promotion. */
  read: Span[]
  /** Spans cited by the summary. */
  represented: Span[]
  /** Spans skipped because they are not in English. */
  notEnglish: Span[]
  /** Sentences dropped later to fit a length; see `trimToLength`. */
  leftOut: number
}

export interface Summary {
  headline: string
  /** The three key sentences (fewer in a very short video), not repeated in the sections. */
  inThreePoints: Sentence[]
  /** In the order of the video. */
  sections: Section[]
  coverage: Coverage
  support: { verified: number; total: number; judged?: number }
  promotion: { totalMs: number; spans: (Span & { reason: PromotionReason })[] }
  engine: string
  /** Changes whenever the same source may give a different summary. */
  version: string
  language: 'en'
  /** `language` (BCP 47) is set if the transcript is not in English. */
  transcript: { kind: TranscriptKind; quality: TranscriptQuality; language?: string }
}
