/** From the character `at` of a cue's text on, the words are spoken at `ms`. */
export interface Mark {
  at: number
  ms: number
}

/**
 * One caption as its file shows it: what stands on the screen, not yet what is said. Lines are parted by `\n`; instants
 * are milliseconds on the file's own clock, which may jump.
 */
export interface Cue {
  startMs: number
  endMs: number
  text: string
  /** In order of `at`; empty where the file does not time its words. */
  marks: Mark[]
  /** The speaker that the file names for the whole cue. */
  voice?: string
  /** Which of the file's parts the cue stands in: files are joined, and streams are cut into fragments. */
  part: number
}

/** What a reader makes of a file. */
export interface CueFile {
  cues: readonly Cue[]
  /** BCP 47 tag, where the file says. */
  language?: string
  /** For each part, what its clock must be moved by to stand on the stream's clock; `undefined` where nothing says. */
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
