import type { SummarySentence } from '@recaps/contract/summary-content'
import type { Cost, SummaryTask } from './summarizer.ts'

/** A question about a video, with the transcript to answer it from. */
export interface VideoQuestion extends Pick<SummaryTask, 'transcript' | 'kind' | 'language' | 'durationMs' | 'title'> {
  question: string
}

/** One sentence of the answer as soon as it is complete, or the end. `found` is false if the video contains no answer. */
export type AnswerPart =
  | { kind: 'sentence'; sentence: SummarySentence }
  | { kind: 'end'; found: boolean; engine: string; cost: Pick<Cost, 'calls' | 'tokensIn' | 'tokensOut' | 'usd'> | null }

/** Answers from the transcript only. Every sentence cites its moments in the video. Throws `ProviderError`. */
export interface Answerer {
  answer(question: VideoQuestion, options: { signal: AbortSignal }): AsyncIterable<AnswerPart>
}
