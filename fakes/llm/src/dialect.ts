import type { IncomingHttpHeaders } from 'node:http'
import type { ModelOutput } from './answer-faults.ts'
import { isRecord } from './json.ts'
import type { Schema } from './schema.ts'

export type DialectName = 'openai' | 'anthropic' | 'google'

/** A wire protocol: translates its requests and answers to and from the common form. */
export interface Dialect {
  name: DialectName
  serves(request: Incoming): boolean
  keyOf(request: Incoming): string | undefined
  /** The answer to `GET …/models`. */
  models(names: readonly string[]): object
  parse(request: Incoming, body: unknown): CompletionRequest | ErrorAnswer
  completeBody(request: CompletionRequest, answer: Answer): object
  /** All framed events of a streamed answer. */
  events(request: CompletionRequest, answer: Answer): string[]
  errors: {
    key(given: string | undefined): ErrorAnswer
    json(): ErrorAnswer
    model(name: string): ErrorAnswer
    /** A failure of the service itself. */
    status(status: number): ErrorAnswer
  }
}

export interface Incoming {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
}

/** A completion request, independent of the protocol. */
export interface CompletionRequest {
  model: string
  system: string
  user: string
  isStreamed: boolean
  /** Requested form: absent for prose, without schema for any JSON; with `tool`, the answer is the input of that tool. */
  form?: { schema?: Schema; tool?: string }
  maxTokens?: number
  /** Report usage in the last event of a stream (optional in OpenAI's protocol). */
  withUsage?: boolean
}

export interface Answer extends ModelOutput {
  promptTokens: number
  completionTokens: number
}

export interface ErrorAnswer {
  status: number
  body: object
}

/** Splits a text into pieces for streaming, never within a character. */
export const splitForStreaming = (text: string): string[] => text.match(/[\s\S]{1,16}/gu) ?? []

/** The text of a message, whose content is a string or a list of parts. */
export const joinTextParts = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map(part => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('\n')
      : ''
