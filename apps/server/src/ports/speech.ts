import type { SummaryContent, Timing } from '@recaps/contract/summary-content'
import type { VoiceProvider } from '@recaps/contract/voices'

/** A voice that users can choose. */
export interface AvailableVoice {
  /** Stored in the settings of users. */
  id: string
  name: string
  provider: VoiceProvider
  /** Everything the audio depends on: service, model, voice and version. Part of the key of an audio. */
  key: string
}

export interface SpeechTask {
  content: SummaryContent
  title: string
  artist: string
  /** Cover picture of the MP3. */
  picture: { bytes: Uint8Array; contentType: 'image/jpeg' | 'image/png' } | null
}

export interface SpokenSummary {
  mp3: Uint8Array
  durationMs: number
  /** LUFS of the mono signal, ITU-R BS.1770. */
  loudness: number
  timings: Timing[]
}

/** Text to speech. Throws `ProviderError('voice_failed')` if the voice fails. */
export interface Speech {
  /** The voices to choose from, default first. Always includes the built-in ones. */
  readonly voices: readonly AvailableVoice[]
  /** The built-in voice that replaces a failing voice. It needs no external service. */
  readonly fallbackVoice: AvailableVoice
  /** Reads a complete summary into one MP3, in one voice, with the timestamps of all sentences and, if known, words. */
  speak(
    task: SpeechTask,
    voice: AvailableVoice,
    options: { signal: AbortSignal; onProgress(done: number, total: number): void },
  ): Promise<SpokenSummary>
  /** Reads one sentence into an MP3, for voice previews. */
  say(text: string, voice: AvailableVoice, options: { signal: AbortSignal }): Promise<Uint8Array>
  close(): Promise<void>
}
