import type { Stage } from '@recaps/contract/summaries'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { TranscriptKind } from '@recaps/domain/transcript'

export interface SummaryTask {
  /** In the packed form of `Transcripts`. */
  transcript: Uint8Array
  kind: TranscriptKind
  language: string
  durationMs: number
  title: string
  description: string | null
  chapters: { title: string; startMs: number }[]
  preset: 'short' | 'standard' | 'long'
  /** Maximum number of words, instead of the preset's. For benchmarks. */
  words?: number
  /** The user's main interest, in their own words. */
  focus: string | null
}

export interface StepProgress {
  stage: Stage
  done: number
  total: number
}

/** Cost of a text from an engine that is paid by the token. All zero for other engines. */
export interface Cost {
  calls: number
  tokensIn: number
  tokensOut: number
  /** US dollars, at the prices set by the operator. */
  usd: number
  /** Milliseconds, over all attempts. */
  ms: number
  /** Parts of the recording, each read in one call, and how many of them the built-in engine had to read. */
  chunks: number
  fallbackChunks: number
  /** Why the built-in engine wrote the complete text. */
  fallback?: 'over_ceiling' | 'unavailable' | 'unusable'
  /** The estimate made before the first call. */
  estimate?: { calls: number; tokensIn: number; tokensOut: number; usd: number }
}

/** Stores intermediate results, so that an interrupted summary can resume where it stopped. */
export interface LlmCheckpoint {
  read(): Promise<ReadonlyMap<string, unknown>>
  write(key: string, note: unknown): Promise<void>
}

export interface WrittenSummary {
  content: SummaryContent
  /** Null for an engine that costs nothing. */
  cost: Cost | null
}

/** Writes a cited summary of a transcript. Throws `ProviderError`: `language_unsupported`, `no_speech` or `engine_failed`. */
export interface Summarizer {
  /** Engine, model and version: changes whenever they would change the text. Part of the key of a recap. */
  readonly id: string
  /** Whether it supports this spoken language, a BCP 47 tag. */
  supportsLanguage(language: string): boolean
  write(
    task: SummaryTask,
    options: {
      signal: AbortSignal
      onProgress(progress: StepProgress): void
      notebook: LlmCheckpoint
      /** Called before each request to a language model. An error it throws ends the writing. */
      beforeCall?(): Promise<void>
    },
  ): Promise<WrittenSummary>
  /** The same summary shortened to `maxLength` characters, in complete sentences. The rest is counted in `coverage.leftOut`. */
  fit(content: SummaryContent, maxLength: number): SummaryContent
  /** With `videoUrl`, every title and sentence links to its second of the video. With `times`, sentences show their timestamp. */
  markdown(content: SummaryContent, options?: { videoUrl?: string; times?: boolean }): string
}

/** For summaries that are written in one go and never resumed. */
export function createInMemoryCheckpoint(): LlmCheckpoint {
  const notes = new Map<string, unknown>()
  return {
    read: async () => new Map(notes),
    async write(key, note) {
      notes.set(key, note)
    },
  }
}
