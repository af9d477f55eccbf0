import { randomUUID } from 'node:crypto'
import { failures } from '@recaps/contract/failures'
import type { ParsedRequest, ResponseOf, RouteDefinition } from '@recaps/contract/route'
import type { ErrorResponse } from '@recaps/contract/schemas'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { AppError, ProviderError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { readJson } from './body.ts'
import { type BodyLimiter, createBodyLimiter } from './body-limiter.ts'
import { clientNetwork } from './client-address.ts'
import type { Limits } from './limits.ts'
import { allowedMethods, methodNotAllowed } from './methods.ts'
import { RangeNotSatisfiable } from './range.ts'
import { securityHeaders } from './security-headers.ts'

export interface Session {
  sessionId: number
  userId: number
}

/** What a handler knows about its caller, in addition to the parsed request. */
export interface Caller<S = Session> {
  session: S
  /** The caller's /24 or /64 network, for rate limits. */
  network: string
  context: Context<RouterEnv>
}

export type RouterEnv = { Variables: { requestId: string; session: Session | null; openBodies: BodyLimiter } }
type SessionOf<R extends RouteDefinition> = R['access'] extends 'user' ? Session : Session | null

/** A handler returns a JSON body, a status with a JSON body, or a complete response. */
export type RouteResult<T> = T | { status: number; body: T } | Response
type RouteHandler<R extends RouteDefinition> = (
  request: ParsedRequest<R>,
  caller: Caller<SessionOf<R>>,
) => Promise<RouteResult<ResponseOf<R>>>

export interface Router {
  app: Hono<RouterEnv>
  bind<R extends RouteDefinition>(route: R, handler: RouteHandler<R>): void
  /** The calls bound so far, such as `GET /api/summaries`. */
  bound: readonly string[]
}

export interface RouterDeps {
  authenticate(token: string): Promise<Session | null>
  limits: Limits
  logger: Logger
  metrics: Metrics
  trustedProxies: number
  /** For the `Date` header, which browsers rely on. */
  clock: Clock
  /** Added to every response. */
  headers: Record<string, string>
}

/** Large enough for the page tokens of search results. */
const maxUrlLength = 12 * 1024

/** The HTTP side of the contract: authenticates, parses, calls the handler, serialises, and turns errors into responses. */
export function createRouter(deps: RouterDeps): Router {
  const bound: string[] = []
  const openBodies = createBodyLimiter(deps.trustedProxies)
  const app = new Hono<RouterEnv>({ strict: false })
  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.set('session', null)
    c.set('openBodies', openBodies)
    const startedAt = performance.now()
    await next()
    c.header('X-Request-Id', c.get('requestId'))
    c.header('Date', deps.clock.now().toUTCString())
    deps.metrics.requestAnswered(
      { method: c.req.method, route: c.req.routePath, status: c.res.status },
      (performance.now() - startedAt) / 1000,
    )
  })
  app.use(securityHeaders(deps.headers))
  app.use(async (c, next) => {
    if (c.req.url.length > maxUrlLength) throw new AppError('address_too_long')
    await next()
  })
  app.onError((error, c) => answerError(error, c, deps))
  app.notFound(c => {
    const methods = allowedMethods(app, c.req.path)
    return answerError(methods.length > 0 ? methodNotAllowed(methods) : new AppError('not_found'), c, deps)
  })

  return {
    app,
    bound,
    bind(route, handler) {
      bound.push(`${route.method} ${route.path}`)
      app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), async c => {
        // `/api/summaries/usage` must not match `PATCH /api/summaries/{id}`.
        const methods = allowedMethods(app, c.req.path)
        if (!methods.includes(c.req.method)) throw methodNotAllowed(methods)
        const session = await authenticate(c, deps)
        if (route.access === 'user' && !session) throw new AppError('unauthorized')
        if (session) await deps.limits.take('user', String(session.userId))
        c.set('session', session)
        const request = await parse(route, c)
        const network = clientNetwork(c, deps.trustedProxies)
        const answer = await handler(request as never, { session, network, context: c } as never)
        return serialise(route, answer)
      })
    },
  }
}

async function authenticate(c: Context<RouterEnv>, deps: RouterDeps): Promise<Session | null> {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? await deps.authenticate(token) : null
}

async function parse(route: RouteDefinition, c: Context): Promise<ParsedRequest<RouteDefinition>> {
  const validate = (schema: z.ZodType, value: unknown) => {
    if (containsNul(value)) throw new AppError('invalid_request', 'The request contains a NUL character.')
    const parsed = schema.safeParse(wellFormed(value))
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]!
    const field = issue.path.join('.')
    const sentence =
      /^Invalid|^Expected|^Unrecognized|^Too/.test(issue.message) && field
        ? `${field}: ${issue.message}`
        : issue.message
    throw new AppError('invalid_request', sentence)
  }
  if (route.params) {
    // A malformed id gets the same answer as an unknown id.
    const params = route.params.safeParse(c.req.param())
    if (!params.success) throw new AppError('not_found')
  }
  return {
    params: (route.params ? route.params.parse(c.req.param()) : undefined) as never,
    query: (route.query ? validate(route.query, queryOf(c)) : undefined) as never,
    body: (route.body ? validate(route.body, await readJson(c, route.maxBodyBytes)) : undefined) as never,
  }
}

/** PostgreSQL cannot store U+0000, so requests with it are rejected. The recursion is safe: bodies are at most 32 levels deep. */
const containsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(containsNul)

/** Replaces lone surrogates, which truncated emojis leave behind in JSON and no column can store, by U+FFFD. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wellFormed(item)]))
}

// [ASVS 15.3.7]
/** Repeated keys become arrays, others strings. */
const queryOf = (c: Context): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [key, values.length === 1 ? values[0]! : values]),
  )

function serialise(route: RouteDefinition, answer: unknown): Response {
  if (answer instanceof Response) return answer
  const defaultStatus = Number(Object.keys(route.responses)[0])
  const { status, body } = hasStatus(answer) ? answer : { status: defaultStatus, body: answer }
  if (status === 204 || body === undefined) return new Response(null, { status: 204 })
  return Response.json(body, { status })
}

const hasStatus = (answer: unknown): answer is { status: number; body: unknown } =>
  typeof answer === 'object' &&
  answer !== null &&
  'status' in answer &&
  'body' in answer &&
  Object.keys(answer).length === 2

function answerError(error: unknown, c: Context<RouterEnv>, { logger, trustedProxies }: RouterDeps): Response {
  const requestId = c.get('requestId')
  if (error instanceof RangeNotSatisfiable)
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${error.size}` } })
  const known = asAppError(error)
  if (!(error instanceof AppError || error instanceof ProviderError))
    logger.error({ err: error, requestId, method: c.req.method, route: c.req.routePath }, 'request failed')
  const { code, message, retryAfterSeconds, allow } = known ?? new AppError('internal')
  const { method, routePath: route } = c.req
  const caller = { userId: c.get('session')?.userId ?? null, network: clientNetwork(c, trustedProxies) }
  // Logged to detect attacks. Without the message, which may repeat parts of the request.
  if (failures[code].status < 500) logger.info({ requestId, code, method, route, ...caller }, 'request refused')
  const body: ErrorResponse = { error: message, code, requestId }
  const status = failures[code].status
  const retryAfter = retryAfterSeconds ?? (status === 503 ? 30 : undefined)
  const headers = {
    ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}),
    ...(allow ? { Allow: allow.join(', ') } : {}),
  }
  return Response.json(body, { status, headers })
}

/** A database restart takes a few seconds. */
const databaseRestartSeconds = 5

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof ProviderError) return new AppError(error.code)
  if (isDatabaseUnavailable(error))
    return new AppError('unavailable', undefined, { retryAfterSeconds: databaseRestartSeconds })
  return null
}
