import type { Stage } from '@recaps/contract/summaries'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { TranscriptKind } from '@recaps/domain/transcript'

export interface SummaryTask {
  /** As `Transcripts` packed it. */
  transcript: Uint8Array
  kind: TranscriptKind
  language: string
  durationMs: number
  title: string
  description: string | null
  chapters: { title: string; startMs: number }[]
  preset: 'short' | 'standard' | 'long'
  /** Most words of the summary, in place of what the preset gives: for measurements. */
  words?: number
  /** What its reader wants to know most, in their words. */
  focus: string | null
}

export interface StepProgress {
  stage: Stage
  done: number
  total: number
}

/** What a text took to write by an engine that is paid by the token; all that is 0 for one that is not. */
export interface Cost {
  calls: number
  tokensIn: number
  tokensOut: number
  /** US dollars, by the prices that the operator set. */
  usd: number
  /** Milliseconds, over all tries. */
  ms: number
  /** Parts of the recording that were read in one call each, and how many of them the built-in engine had to read. */
  chunks: number
  fallbackChunks: number
  /** Why the built-in engine wrote the whole. */
  fallback?: 'over_ceiling' | 'unavailable' | 'unusable'
  /** What it was reckoned to take beforehand. */
  estimate?: { calls: number; tokensIn: number; tokensOut: number; usd: number }
}

/** Keeps what was found out while a text is written, so that work that was cut off goes on where it stopped. */
export interface Notebook {
  read(): Promise<ReadonlyMap<string, unknown>>
  write(key: string, note: unknown): Promise<void>
}

export interface Written {
  content: SummaryContent
  /** Null for an engine that costs nothing. */
  cost: Cost | null
}

/** Writes a cited summary of a transcript. Throws `ProviderError`: `language_unsupported`, `no_speech` or `engine_failed`. */
export interface Summarizer {
  /** Engine, model and version: whatever changes the text changes it. Part of the key of a recap. */
  readonly id: string
  /** Whether it can write of what is said in this language, a BCP 47 tag. */
  reads(language: string): boolean
  write(
    task: SummaryTask,
    options: {
      signal: AbortSignal
      onProgress(progress: StepProgress): void
      notebook: Notebook
      /** Called before each request to a language model. What it throws ends the writing. */
      beforeCall?(): Promise<void>
    },
  ): Promise<Written>
  /** The same summary in at most `maxLength` characters, whole sentences only, the rest counted in `coverage.leftOut`. */
  fit(content: SummaryContent, maxLength: number): SummaryContent
  /** The text itself; with `videoUrl` every title and sentence links to its second, with `times` sentences name it. */
  markdown(content: SummaryContent, options?: { videoUrl?: string; times?: boolean }): string
}

/** For who writes in one go. */
export function notebookInMemory(): Notebook {
  const notes = new Map<string, unknown>()
  return {
    read: async () => new Map(notes),
    async write(key, note) {
      notes.set(key, note)
    },
  }
}
