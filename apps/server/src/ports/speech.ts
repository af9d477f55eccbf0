import type { SummaryContent, Timing } from '@recaps/contract/summary-content'

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

/** Reads a summary aloud: one MP3 and the instant of every sentence and word. Throws `ProviderError('voice_failed')`. */
export interface Speech {
  /** Voice and version. Part of the key of an audio. */
  readonly id: string
  speak(
    task: SpeechTask,
    options: { signal: AbortSignal; onProgress(done: number, total: number): void },
  ): Promise<SpokenSummary>
  close(): Promise<void>
}
