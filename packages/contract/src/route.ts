import type { z } from 'zod'

/** Who may call: anybody, or the owner of a live session. */
export type Access = 'public' | 'user'

export interface RouteDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI form: `/api/summaries/{id}`. */
  path: string
  /** One line for the reference page. */
  summary: string
  access: Access
  /**
   * Set on the calls where a 401 or 404 means that the session itself is gone: the client then logs out
   * (specification §4: user, login and password calls).
   */
  session?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The most that a JSON body may have, where that is not the usual 100 KiB. */
  maxBodyBytes?: number
  /** Answers by status: a schema, or `null` for an empty body. The first one is the usual answer. */
  responses: Record<number, z.ZodType | null>
  /** Answers that are not JSON: `text/event-stream`, an image, a file. */
  produces?: string | readonly string[]
  /** Answered as an attachment with a name: the client gives a `File`, whatever its media type. */
  file?: true
  /** Answered as server-sent events: the client gives them one by one as they come. */
  stream?: true
  /** Bodies that are not JSON: the media type of the raw body. */
  consumes?: string
}

export const route = <const R extends RouteDefinition>(definition: R): R => definition

type Output<S> = S extends z.ZodType ? z.output<S> : S extends null ? undefined : never
type Input<S> = S extends z.ZodType ? z.input<S> : never

/** What a handler or a client call gets back: the union of the successful answers. */
export type ResponseOf<R extends RouteDefinition> = R extends { file: true }
  ? File
  : R extends { stream: true }
    ? AsyncIterable<Output<R['responses'][keyof R['responses']]>>
    : Output<R['responses'][keyof R['responses']]>

type Part<R extends RouteDefinition, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType ? R[K] : never

/** What a client gives: only the parts the route has. */
export type RequestOf<R extends RouteDefinition> = ([Part<R, 'params'>] extends [never]
  ? { params?: undefined }
  : { params: Input<Part<R, 'params'>> }) &
  ([Part<R, 'query'>] extends [never] ? { query?: undefined } : { query?: Input<Part<R, 'query'>> }) &
  ([Part<R, 'body'>] extends [never] ? RawBody<R> : { body: Input<Part<R, 'body'>> })

/** Routes that take a file take it as it is. */
type RawBody<R extends RouteDefinition> = R extends { consumes: string }
  ? { body: Blob | ArrayBuffer | Uint8Array }
  : { body?: undefined }

/** What a handler gets: every part parsed. */
export interface ParsedRequest<R extends RouteDefinition> {
  params: Output<Part<R, 'params'>>
  query: Output<Part<R, 'query'>>
  body: Output<Part<R, 'body'>>
}
