/** When a written word is heard. A word without a sound of its own (a dash, an emoji) has equal times. */
export type WordTiming = { text: string; startMs: number; endMs: number }

/** A text that was said: samples at the voice's own rate, times from the first sample. */
export type SpokenSentence = {
  text: string
  pcm: Int16Array<ArrayBuffer>
  sampleRate: number
  /** 2: left and right in turn. One channel unless told. */
  channels?: 1 | 2
  /** One per written word (`text.trim().split(/\s+/)`), in order; empty from voices that tell no times. */
  words: WordTiming[]
}

export type SpeakOptions = {
  signal?: AbortSignal
  /**
   * Keeps what was said. A voice that says so many at a time awaits it before it begins the next: a process that is killed then
   * loses no more than those. Does nothing the second time; what a voice does not hand to it is kept after it has answered.
   */
  keep?: (said: SpokenSentence) => Promise<void>
}

/** Anything that turns one sentence into sound: the built-in voice, or a remote one behind the same face. */
export type Voice = {
  /** Names voice, version and settings: what the sound depends on besides the spoken text. Part of every cache key. */
  readonly id: string
  speak(text: string, options?: SpeakOptions): Promise<SpokenSentence>
}
