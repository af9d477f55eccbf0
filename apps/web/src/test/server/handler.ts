import { type FailureCode, failures } from '@recaps/contract'

/** Thrown to answer with a failure code, and its standard sentence unless another is given. */
export class HandlerFailure extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, sentence: string = failures[code].sentence) {
    super(sentence)
    this.code = code
  }
}

export interface Input {
  params: unknown
  query: unknown
  body: unknown
  userId: number
  token: string
}

interface Answer {
  status?: number
  /** The response body; for streaming routes, an async iterable of its parts. */
  body?: unknown
}

export type Handler = (input: Input) => Answer | Promise<Answer>
export type Handlers = Record<string, Handler>
