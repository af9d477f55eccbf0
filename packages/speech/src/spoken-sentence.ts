/** When a written word is spoken. Words that are not spoken (a dash, an emoji) have equal start and end. */
export type WordTiming = { text: string; startMs: number; endMs: number }

/** A spoken text. Samples are at the voice's own rate; times are relative to the first sample. */
export type SpokenSentence = {
  text: string
  pcm: Int16Array<ArrayBuffer>
  sampleRate: number
  /** Default 1. With 2, the samples are interleaved (left, right). */
  channels?: 1 | 2
  /** One per written word (`text.trim().split(/\s+/)`), in order; empty if the voice provides no timings. */
  words: WordTiming[]
}

export type SpeakOptions = {
  signal?: AbortSignal
  /**
   * Saves the sentence early. A voice that limits its concurrency awaits this before it starts the next sentence, so that a killed
   * process loses no more than the sentences in progress. Calls after the first do nothing. Optional for voices: the caller saves
   * what `speak` resolves with anyway.
   */
  save?: (sentence: SpokenSentence) => Promise<void>
}

/** Turns one sentence into audio: the built-in voice, or a remote service behind the same interface. */
export type Voice = {
  /** Identifies voice, version and settings: everything the audio depends on besides the spoken text. Part of every cache key. */
  readonly id: string
  speak(text: string, options?: SpeakOptions): Promise<SpokenSentence>
}
