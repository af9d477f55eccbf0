/** Where the words come from. `manual`: written by a person; `auto`: the video host's recogniser; `stt`: our own speech to text; `uploaded`: a file of the user. */
export type TranscriptKind = 'manual' | 'auto' | 'stt' | 'uploaded'

/** One stretch of the timeline in whole milliseconds from the start of the video, `0 ≤ startMs ≤ endMs`. */
export interface Span {
  startMs: number
  endMs: number
}

/** One caption as it was delivered. `words` gives each word its own instant; without it instants are interpolated by characters. */
export interface Segment extends Span {
  text: string
  speaker?: string
  /** Another voice than in the segment before begins here. */
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
  /** BCP 47 tag of the track; the text itself decides what is read. */
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
  /** Most words of the summary; overrides the preset. */
  words?: number
  /** What its reader wants to know most, in their words: sentences about it are preferred. */
  focus?: string | null
  /** Called synchronously, a few dozen times a run. */
  onProgress?: (progress: Progress) => void
}

/** `verified`: every number, name, unit and negation of the sentence stands in what it cites (± 2 segments); `weak`: something does not. */
export type Support = 'verified' | 'weak'

export interface Sentence {
  text: string
  /** The moments the sentence comes from, at least one. */
  cites: Span[]
  support: Support
  /** A language model found it borne out by the moments that it cites. */
  judged?: true
}

export interface Section extends Span {
  title: string
  sentences: Sentence[]
}

export type PromotionReason = 'sponsor' | 'subscribe' | 'own-offer' | 'intro' | 'outro'

/**
 * How far the transcript can be trusted.
 * `A`: written by a person, with sentences and capitals. `B`: recognised by a machine that wrote punctuation.
 * `C`: recognised without punctuation: this engine decided where sentences end and what is a name.
 */
export type TranscriptQuality = 'A' | 'B' | 'C'

export interface Coverage {
  durationMs: number
  /** Length of `read`. */
  readMs: number
  /** Stretches with speech that was read, promotion included. */
  read: Span[]
  /** Stretches that sentences of the summary cite. */
  represented: Span[]
  /** Stretches left out because they are not in English. */
  notEnglish: Span[]
  /** Sentences dropped afterwards to fit a length; see `trimToLength`. */
  leftOut: number
}

export interface Summary {
  headline: string
  /** The three sentences (fewer in a very short video) to read when there is time for no more; they are not repeated in the sections. */
  inThreePoints: Sentence[]
  /** In the order of the video. */
  sections: Section[]
  coverage: Coverage
  support: { verified: number; total: number; judged?: number }
  promotion: { totalMs: number; spans: (Span & { reason: PromotionReason })[] }
  engine: string
  /** Changes whenever the same source may give another summary. */
  version: string
  language: 'en'
  /** `language` is that of the words, BCP 47, where it is not English. */
  transcript: { kind: TranscriptKind; quality: TranscriptQuality; language?: string }
}
