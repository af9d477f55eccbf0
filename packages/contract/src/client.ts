import type { NextStep } from './failures.ts'
import { routeTable, type TableRow } from './generated/route-table.ts'
import { isFailureCode, nextStep } from './next-step.ts'
import type { RequestOf, ResponseOf, RouteDefinition } from './route.ts'
import type { Routes } from './routes.ts'
import type { ErrorResponse } from './schemas.ts'

/** A request as it was sent. */
export interface ApiRequest {
  method: string
  path: string
  body?: unknown
}

const statusMessages: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** The server returned an error status. `body` holds its `{ error, code, requestId }`, or null if it sent none. */
export class ApiError extends Error {
  readonly url: string
  readonly status: number
  readonly statusText: string
  readonly body: Partial<ErrorResponse> | null
  readonly request: ApiRequest
  readonly retryAfterSeconds: number | null

  constructor(response: Response, body: Partial<ErrorResponse> | null, request: ApiRequest) {
    super(statusMessages[response.status] ?? 'Generic Error')
    this.name = 'ApiError'
    this.url = response.url
    this.status = response.status
    this.statusText = response.statusText
    this.body = body
    this.request = request
    this.retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  }

  /** The next step to offer the user: `retry` if this client doesn't know the code. */
  get next(): NextStep {
    const code = this.body?.code
    return isFailureCode(code) ? nextStep(code) : 'retry'
  }
}

export class CancelError extends Error {
  constructor() {
    super('Request aborted')
    this.name = 'CancelError'
  }
}

export interface ClientOptions {
  /** Origin and prefix of the API, without a trailing slash; '' for the same origin. */
  baseUrl: string
  token(): string
  /** Called when a route flagged `session` returns 401 or 404: the session of the sent token has ended. */
  onSessionLost?(token: string): void
  /** Sent as X-Api-Version. */
  version?: string
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

type Call<R extends RouteDefinition> = (
  ...args: Record<string, never> extends RequestOf<R>
    ? [request?: RequestOf<R>, options?: CallOptions]
    : [request: RequestOf<R>, options?: CallOptions]
) => Promise<ResponseOf<R>>

/** `client.summaries.request({ body })`: every route of the contract as a function. */
export type Client = {
  [F in keyof Routes]: { [V in keyof Routes[F]]: Routes[F][V] extends RouteDefinition ? Call<Routes[F][V]> : never }
}

/**
 * Creates the typed API client. It contains no schema code: the types come from the routes, and a generated table has
 * methods and paths. Throws `ApiError` for every error status and `CancelError` for an aborted request. Network errors of
 * `fetch` pass through.
 */
export function createClient(options: ClientOptions): Client {
  const createCall =
    (row: TableRow) =>
    (request: RawRequest = {}, call: CallOptions = {}) =>
      send(options, row, request, call)
  const features = Object.entries(routeTable).map(([feature, verbs]) => [
    feature,
    Object.fromEntries(Object.entries(verbs).map(([verb, row]) => [verb, createCall(row)])),
  ])
  return Object.fromEntries(features) as Client
}

interface RawRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

async function send(options: ClientOptions, row: TableRow, request: RawRequest, call: CallOptions): Promise<unknown> {
  const [method, template, session] = row
  const path = fillPath(template, request.params) + queryString(request.query)
  const raw = request.body instanceof Blob || request.body instanceof ArrayBuffer || request.body instanceof Uint8Array
  const token = options.token()
  const response = await fetchOrCancel(options, options.baseUrl + path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'X-Api-Version': options.version ?? '1.0.0',
      ...(request.body === undefined ? {} : { 'Content-Type': raw ? 'application/octet-stream' : 'application/json' }),
      ...call.headers,
    },
    body: raw
      ? (request.body as RequestInit['body'])
      : request.body === undefined
        ? null
        : JSON.stringify(request.body),
    signal: call.signal ?? null,
  })
  const attachment = /^attachment;.*filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')
  if (response.ok && attachment) return await toFile(response, decodeURIComponent(attachment[1]!))
  if (response.ok && isEventStream(response)) return readEvents(response)
  if (response.ok) return response.status === 204 ? undefined : await response.json()
  if (session && (response.status === 401 || response.status === 404)) options.onSessionLost?.(token)
  throw new ApiError(response, (await response.json().catch(() => null)) as Partial<ErrorResponse> | null, {
    method,
    path,
    body: request.body,
  })
}

const toFile = async (response: Response, name: string): Promise<File> =>
  new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })

const isEventStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream')

/** Yields the data of each server-sent event once it is complete. Leaving the loop cancels the request. */
async function* readEvents({ body }: Response): AsyncGenerator<unknown> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const events = (buffer + read.value).split('\n\n')
      buffer = events.pop()!
      for (const event of events) {
        const data = event.split('\n').flatMap(line => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
        if (data.length > 0) yield JSON.parse(data.join('\n'))
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function fetchOrCancel(options: ClientOptions, url: string, init: RequestInit): Promise<Response> {
  try {
    return await (options.fetch ?? fetch)(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw new CancelError()
    throw error
  }
}

const fillPath = (template: string, params: Record<string, unknown> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Repeated keys for lists, brackets for nesting: `a=1&a=2&b[c]=3`. */
export function queryString(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => flatten(key, value))
  return pairs.length ? `?${pairs.join('&')}` : ''
}

function flatten(key: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(item => flatten(key, item))
  if (typeof value === 'object') return Object.entries(value).flatMap(([inner, v]) => flatten(`${key}[${inner}]`, v))
  return [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`]
}
