import type { z } from 'zod'

/** Who may call a route: anyone, or only logged-in users. */
export type Access = 'public' | 'user'

export interface RouteDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI form: `/api/summaries/{id}`. */
  path: string
  /** One line for the API reference. */
  summary: string
  access: Access
  /**
   * Set on routes where a 401 or 404 means that the session has ended, so the client logs out
   * (specification §4: user, login and password calls).
   */
  session?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Size limit of the JSON body. Default: 100 KiB. */
  maxBodyBytes?: number
  /** Responses by status: a schema, or `null` for an empty body. The first one is the usual response. */
  responses: Record<number, z.ZodType | null>
  /** Media type of a response that is not JSON: `text/event-stream`, an image, a file. */
  produces?: string | readonly string[]
  /** The response is a named attachment. The client returns it as a `File`, regardless of its media type. */
  file?: true
  /** The response is a stream of server-sent events. The client returns them as an async iterable. */
  stream?: true
  /** Media type of a raw request body that is not JSON. */
  consumes?: string
}

export const route = <const R extends RouteDefinition>(definition: R): R => definition

type Output<S> = S extends z.ZodType ? z.output<S> : S extends null ? undefined : never
type Input<S> = S extends z.ZodType ? z.input<S> : never

/** The result of a handler or a client call: the union of the successful responses. */
export type ResponseOf<R extends RouteDefinition> = R extends { file: true }
  ? File
  : R extends { stream: true }
    ? AsyncIterable<Output<R['responses'][keyof R['responses']]>>
    : Output<R['responses'][keyof R['responses']]>

type Part<R extends RouteDefinition, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType ? R[K] : never

/** The request a client passes in: only the parts that the route has. */
export type RequestOf<R extends RouteDefinition> = ([Part<R, 'params'>] extends [never]
  ? { params?: undefined }
  : { params: Input<Part<R, 'params'>> }) &
  ([Part<R, 'query'>] extends [never] ? { query?: undefined } : { query?: Input<Part<R, 'query'>> }) &
  ([Part<R, 'body'>] extends [never] ? RawBody<R> : { body: Input<Part<R, 'body'>> })

/** Upload routes take the raw file. */
type RawBody<R extends RouteDefinition> = R extends { consumes: string }
  ? { body: Blob | ArrayBuffer | Uint8Array }
  : { body?: undefined }

/** The request a handler receives, with every part parsed. */
export interface ParsedRequest<R extends RouteDefinition> {
  params: Output<Part<R, 'params'>>
  query: Output<Part<R, 'query'>>
  body: Output<Part<R, 'body'>>
}
