/** The text of a cue from character `at` on is spoken at `ms`. */
export interface Mark {
  at: number
  ms: number
}

/**
 * A caption as in the file: what is shown on screen, which may repeat what was said before. Lines are separated by `\n`. Times
 * are milliseconds on the file's own clock, which may jump.
 */
export interface Cue {
  startMs: number
  endMs: number
  text: string
  /** Ordered by `at`; empty if the file has no word timings. */
  marks: Mark[]
  /** The cue's speaker, if the file names one. */
  voice?: string
  /** Index of the part of the file, for concatenated files and fragmented streams. */
  part: number
}

/** The result of reading a caption file. */
export interface CueFile {
  cues: readonly Cue[]
  /** BCP 47 tag, if the file has one. */
  language?: string
  /** For each part, the offset from its clock to the stream's clock; `undefined` if unknown. */
  partOffsetsMs?: (number | undefined)[]
}

export const shiftCue = (cue: Cue, byMs: number): Cue =>
  byMs === 0
    ? cue
    : {
        ...cue,
        startMs: cue.startMs + byMs,
        endMs: cue.endMs + byMs,
        marks: cue.marks.map(mark => ({ at: mark.at, ms: mark.ms + byMs })),
      }
