import { type AnswerPart, nextStep, type SummarySentence } from '@recaps/contract'
import type { Problem } from '../../../api/problem.ts'

/** How an answer ends. `not_said` is an answer too. */
export type Ending =
  | { kind: 'answered'; engine: string }
  | { kind: 'not_said' }
  | { kind: 'stopped' }
  | { kind: 'failed'; problem: Problem }

/** One question and what is answered to it. */
export interface Exchange {
  key: number
  question: string
  sentences: readonly SummarySentence[]
  /** Null while it is being answered. */
  ending: Ending | null
}

/** Older ones are let go of. */
export const mostExchanges = 50

export const begun = (key: number, question: string): Exchange => ({ key, question, sentences: [], ending: null })

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

/** An answer that was stopped or broke off is asked for again in its place: it does not stand there twice. */
export function withoutUnanswered(exchanges: readonly Exchange[], question: string): readonly Exchange[] {
  const last = exchanges.at(-1)
  const isAnswered = last?.ending?.kind === 'answered' || last?.ending?.kind === 'not_said'
  const isAgain = last?.question === question && !isAnswered
  return isAgain ? exchanges.slice(0, -1) : exchanges
}
