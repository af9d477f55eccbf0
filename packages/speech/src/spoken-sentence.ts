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

/** Anything that turns one sentence into sound: the built-in voice, or a remote one behind the same face. */
export type Voice = {
  /** Names voice, version and settings: what the sound depends on besides the spoken text. Part of every cache key. */
  readonly id: string
  speak(text: string, options?: { signal?: AbortSignal }): Promise<SpokenSentence>
}
