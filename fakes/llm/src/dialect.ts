import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from './json.ts'
import type { Schema } from './schema.ts'
import type { Said } from './spoil.ts'

export type DialectName = 'openai' | 'anthropic' | 'google'

/** A wire protocol, between its own words and what is meant. */
export interface Dialect {
  name: DialectName
  serves(request: Incoming): boolean
  keyOf(request: Incoming): string | undefined
  /** The answer to `GET …/models`. */
  models(names: readonly string[]): object
  read(request: Incoming, body: unknown): Asked | Refused
  whole(asked: Asked, answer: Answer): object
  /** The whole of a stream, event by event, framed. */
  events(asked: Asked, answer: Answer): string[]
  refuse: {
    key(given: string | undefined): Refused
    json(): Refused
    model(name: string): Refused
    /** As when the service itself is in trouble. */
    status(status: number): Refused
  }
}

export interface Incoming {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
}

/** What is asked, whatever protocol it came by. */
export interface Asked {
  model: string
  system: string
  user: string
  isStreamed: boolean
  /** Absent: prose. Without a schema: any JSON. `tool`: to be given as the input of that tool. */
  form?: { schema?: Schema; tool?: string }
  maxTokens?: number
  /** The last event of a stream tells usage; only where that has to be asked for. */
  withUsage?: boolean
}

export interface Answer extends Said {
  promptTokens: number
  completionTokens: number
}

export interface Refused {
  status: number
  body: object
}

/** A stream comes by a few words at a time. Never half a character. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,16}/gu) ?? []

/** The words of a message, which come as text or as parts with a text each. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map(part => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('\n')
      : ''
