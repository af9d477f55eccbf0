import type { SummarySentence } from '@recaps/contract/summary-content'
import type { Cost, SummaryTask } from './summarizer.ts'

/** A question about a video and the transcript that has to answer it. */
export interface AskedQuestion extends Pick<SummaryTask, 'transcript' | 'kind' | 'language' | 'durationMs' | 'title'> {
  question: string
}

/** A sentence of the answer as soon as it stands, or its end: `found` is false when the video does not say. */
export type AnswerPart =
  | { kind: 'sentence'; sentence: SummarySentence }
  | { kind: 'end'; found: boolean; engine: string; cost: Pick<Cost, 'calls' | 'tokensIn' | 'tokensOut' | 'usd'> | null }

/** Answers from the transcript only, every sentence with the moments that say it. Throws `ProviderError`. */
export interface Answerer {
  answer(asked: AskedQuestion, options: { signal: AbortSignal }): AsyncIterable<AnswerPart>
}
