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
}

export interface StepProgress {
  stage: Stage
  done: number
  total: number
}

/** Writes a cited summary of a transcript. Throws `ProviderError`: `language_unsupported`, `no_speech` or `engine_failed`. */
export interface Summarizer {
  /** Engine, model and version: whatever changes the text changes it. Part of the key of a recap. */
  readonly id: string
  write(
    task: SummaryTask,
    options: { signal: AbortSignal; onProgress(progress: StepProgress): void },
  ): Promise<SummaryContent>
  /** The same summary in at most `maxLength` characters, whole sentences only, the rest counted in `coverage.leftOut`. */
  fit(content: SummaryContent, maxLength: number): SummaryContent
  /** The text itself; with `videoUrl` every title and sentence links to its second, with `times` sentences name it. */
  markdown(content: SummaryContent, options?: { videoUrl?: string; times?: boolean }): string
}
