import { type AnswerPart, nextStep, type SummarySentence } from '@recaps/contract'
import type { Problem } from '../../../api/problem.ts'

/** How an answer ended. `not_said`: the video does not answer the question. */
export type Ending =
  | { kind: 'answered'; engine: string }
  | { kind: 'not_said' }
  | { kind: 'stopped' }
  | { kind: 'failed'; problem: Problem }

/** A question and its answer. */
export interface Exchange {
  key: number
  question: string
  sentences: readonly SummarySentence[]
  /** Null while the answer is in progress. */
  ending: Ending | null
}

/** Older exchanges are dropped. */
export const maxExchanges = 50

export const startExchange = (key: number, question: string): Exchange => ({
  key,
  question,
  sentences: [],
  ending: null,
})

export function withPart(exchange: Exchange, part: AnswerPart): Exchange {
  switch (part.kind) {
    case 'sentence':
      return { ...exchange, sentences: [...exchange.sentences, part.sentence] }
    case 'end':
      return { ...exchange, ending: part.found ? { kind: 'answered', engine: part.engine } : { kind: 'not_said' } }
    case 'error': {
      const { error: sentence, code } = part
      return { ...exchange, ending: { kind: 'failed', problem: { sentence, code, next: nextStep(code) } } }
    }
  }
}

/** Removes the last exchange if the same question is repeated after an incomplete answer, so that it appears only once. */
export function withoutUnanswered(exchanges: readonly Exchange[], question: string): readonly Exchange[] {
  const last = exchanges.at(-1)
  const isAnswered = last?.ending?.kind === 'answered' || last?.ending?.kind === 'not_said'
  const isRepeated = last?.question === question && !isAnswered
  return isRepeated ? exchanges.slice(0, -1) : exchanges
}
