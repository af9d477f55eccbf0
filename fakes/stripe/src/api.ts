import type { IncomingHttpHeaders } from 'node:http'
import type { Account } from './account.ts'
import { ApiError, invalidRequest } from './errors.ts'
import { newId } from './ids.ts'
import { expandResponse } from './requests/expand.ts'
import { type FormFields, parseForm } from './requests/form.ts'
import { createIdempotencyStore, type StoredResponse } from './requests/idempotency.ts'
import { rejectUnsupported } from './requests/reject-unsupported.ts'
import { validateParams } from './requests/validate.ts'
import { findRoute } from './routes/index.ts'
import type { Route } from './routes/route.ts'

export interface Keys {
  secret: string
  publishable: string
}

export interface ApiRequest {
  method: string
  path: string
  query: string
  body: string
  headers: IncomingHttpHeaders
}

export interface ApiResponse extends StoredResponse {
  headers: Record<string, string>
}

/** A valid call, ready to run. */
export interface PreparedCall {
  endpoint: string
  /** Errors become responses too. */
  run(): ApiResponse
  /** Responds with a Stripe server error, which is stored under the idempotency key. */
  fail(): ApiResponse
  /** Frees the idempotency key, as if the call had never arrived. */
  releaseKey(): void
}

/** Checks the API key, parameters and idempotency key of calls, and routes them. */
export function createApi(account: Account, keys: Keys) {
  const idempotency = createIdempotencyStore(account.time.realNow)

  function prepare(request: ApiRequest, requestId: string): PreparedCall | ApiResponse {
    try {
      return parse(request, requestId)
    } catch (error) {
      return toErrorResponse(error, requestId)
    }
  }

  function parse(request: ApiRequest, requestId: string): PreparedCall | ApiResponse {
    const form = parseForm([request.query, request.body].filter(Boolean).join('&'))
    const isPublic = isPublicCall(request, form, keys)
    const matched = findRoute(request.method, request.path)
    if (!matched)
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      })
    const { route, id } = matched
    if (isPublic && !route.isPublic)
      throw new ApiError(403, {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message:
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      })
    const clientSecret = isPublic && typeof form.client_secret === 'string' ? form.client_secret : undefined
    if (isPublic) for (const name of ['key', 'client_secret']) delete form[name]
    const { expand = [], ...params } = parseParams(route, form)
    rejectUnsupported(params, route.supports)

    const endpoint = `${route.method} ${route.path}`
    const key = request.method === 'POST' ? headerOf(request.headers, 'idempotency-key') : undefined
    const stored = key && idempotency.begin(key, `${request.method} ${request.path}`, JSON.stringify(form), requestId)
    if (stored) return { endpoint, ...replay(stored, requestId) }
    const apiVersion = headerOf(request.headers, 'stripe-version')
    const store = (response: ApiResponse): ApiResponse => {
      if (key) idempotency.complete(key, response)
      return response
    }
    return {
      endpoint,
      run() {
        account.request = { id: requestId, idempotency_key: key ?? null }
        try {
          const object = route.run({ account, params, id, isPublic, clientSecret, apiVersion })
          return store(jsonResponse(200, expandResponse(account, object, expand), requestId))
        } catch (error) {
          return store(toErrorResponse(error, requestId))
        } finally {
          account.request = null
        }
      },
      fail: () => store(toErrorResponse(serverError(), requestId)),
      releaseKey: () => void (key && idempotency.release(key)),
    }
  }

  return { prepare }
}

function replay(stored: StoredResponse & { requestId: string }, requestId: string): Omit<PreparedCall, 'endpoint'> {
  const headers = { 'idempotent-replayed': 'true', 'request-id': requestId, 'original-request': stored.requestId }
  return {
    run: () => ({ ...stored, headers }),
    fail: () => toErrorResponse(serverError(), requestId),
    releaseKey: () => undefined,
  }
}

function isPublicCall({ headers }: ApiRequest, form: FormFields, keys: Keys): boolean {
  const apiKey = apiKeyIn(headers) ?? (typeof form.key === 'string' ? form.key : undefined)
  if (apiKey === keys.secret) return false
  if (apiKey === keys.publishable) return true
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: apiKey
      ? `Invalid API Key provided: ${apiKey.slice(0, 8)}****`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  })
}

function apiKeyIn(headers: IncomingHttpHeaders): string | undefined {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  return scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8').split(':')[0] : undefined
}

function parseParams(route: Route, form: FormFields): { expand?: string[] } {
  if (route.params) return validateParams(route.params, form)
  const [unknown] = Object.keys(form).filter(name => name !== 'expand')
  if (unknown)
    throw invalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  return {}
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const serverError = (): ApiError =>
  new ApiError(500, {
    type: 'api_error',
    message: 'Sorry! There was an error while talking to one of our backends. (A test injected this error.)',
  })

export function toErrorResponse(error: unknown, requestId: string): ApiResponse {
  if (error instanceof ApiError) return jsonResponse(error.status, { error: error.body }, requestId)
  console.error(error)
  const message = `Bug in the Stripe fake: ${error instanceof Error ? error.message : error}`
  return jsonResponse(500, { error: { type: 'api_error', message } }, requestId)
}

const jsonResponse = (status: number, body: object, requestId: string): ApiResponse => ({
  status,
  body: JSON.stringify(body, null, 2),
  headers: { 'request-id': requestId },
})

export const newRequestId = (): string => newId('req').replace('_1', '_')
