import type { SummaryContent, Timing } from '@recaps/contract/summary-content'
import type { VoiceProvider } from '@recaps/contract/voices'

/** A voice that users may choose. */
export interface OfferedVoice {
  /** What settings hold. */
  id: string
  name: string
  provider: VoiceProvider
  /** What its sound depends on: service, model, voice and version. Part of the key of an audio. */
  key: string
}

export interface SpeechTask {
  content: SummaryContent
  title: string
  artist: string
  /** Cover of the MP3. */
  picture: { bytes: Uint8Array; contentType: 'image/jpeg' | 'image/png' } | null
}

export interface SpokenSummary {
  mp3: Uint8Array
  durationMs: number
  /** LUFS of the mono signal, ITU-R BS.1770. */
  loudness: number
  timings: Timing[]
}

/** Reads aloud in one of its voices. Throws `ProviderError('voice_failed')` when the voice cannot. */
export interface Speech {
  /** What may be chosen, the default first; the built-in voices are always among them. */
  readonly voices: readonly OfferedVoice[]
  /** Reads in place of a voice that cannot: a built-in one, which needs nothing outside. */
  readonly standIn: OfferedVoice
  /** A whole summary: one MP3, in one voice from beginning to end, and the instant of every sentence and, where it is known, word. */
  speak(
    task: SpeechTask,
    voice: OfferedVoice,
    options: { signal: AbortSignal; onProgress(done: number, total: number): void },
  ): Promise<SpokenSummary>
  /** One sentence as an MP3, to hear what a voice is like. */
  say(text: string, voice: OfferedVoice, options: { signal: AbortSignal }): Promise<Uint8Array>
  close(): Promise<void>
}
