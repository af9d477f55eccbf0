import type { IncomingHttpHeaders } from 'node:http'
import type { Account } from './account.ts'
import { ApiError, invalid } from './errors.ts'
import { newId } from './ids.ts'
import { expanded } from './requests/expand.ts'
import { type FormFields, readForm } from './requests/form.ts'
import { type Answer, idempotencyKeys } from './requests/idempotency.ts'
import { refuseUndone } from './requests/supported.ts'
import { validated } from './requests/validate.ts'
import { routeOf } from './routes/index.ts'
import type { Route } from './routes/route.ts'

export interface Keys {
  secret: string
  publishable: string
}

export interface Asked {
  method: string
  path: string
  query: string
  body: string
  headers: IncomingHttpHeaders
}

export interface ApiAnswer extends Answer {
  headers: Record<string, string>
}

/** A valid call, ready to run. */
export interface Prepared {
  endpoint: string
  /** Errors become responses too. */
  run(): ApiAnswer
  /** Responds with a Stripe server error, which is stored under the idempotency key. */
  fail(): ApiAnswer
  /** Frees the idempotency key, as if the call had never arrived. */
  forget(): void
}

/** Checks the API key, parameters and idempotency key of calls, and routes them. */
export function apiOf(account: Account, keys: Keys) {
  const idempotency = idempotencyKeys(account.time.outside)

  function prepare(request: Asked, requestId: string): Prepared | ApiAnswer {
    try {
      return parse(request, requestId)
    } catch (error) {
      return answerOf(error, requestId)
    }
  }

  function parse(request: Asked, requestId: string): Prepared | ApiAnswer {
    const form = readForm([request.query, request.body].filter(Boolean).join('&'))
    const isPublic = isPublicCall(request, form, keys)
    const matched = routeOf(request.method, request.path)
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
    refuseUndone(params, route.does)

    const endpoint = `${route.method} ${route.path}`
    const key = request.method === 'POST' ? headerOf(request.headers, 'idempotency-key') : undefined
    const stored = key && idempotency.begin(key, `${request.method} ${request.path}`, JSON.stringify(form), requestId)
    if (stored) return { endpoint, ...replay(stored, requestId) }
    const apiVersion = headerOf(request.headers, 'stripe-version')
    const store = (response: ApiAnswer): ApiAnswer => {
      if (key) idempotency.end(key, response)
      return response
    }
    return {
      endpoint,
      run() {
        account.request = { id: requestId, idempotency_key: key ?? null }
        try {
          const object = route.run({ account, params, id, isPublic, clientSecret, apiVersion })
          return store(jsonResponse(200, expanded(account, object, expand), requestId))
        } catch (error) {
          return store(answerOf(error, requestId))
        } finally {
          account.request = null
        }
      },
      fail: () => store(answerOf(serverError(), requestId)),
      forget: () => void (key && idempotency.forget(key)),
    }
  }

  return { prepare }
}

function replay(stored: Answer & { requestId: string }, requestId: string): Omit<Prepared, 'endpoint'> {
  const headers = { 'idempotent-replayed': 'true', 'request-id': requestId, 'original-request': stored.requestId }
  return {
    run: () => ({ ...stored, headers }),
    fail: () => answerOf(serverError(), requestId),
    forget: () => undefined,
  }
}

function isPublicCall({ headers }: Asked, form: FormFields, keys: Keys): boolean {
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
  if (route.params) return validated(route.params, form)
  const [unknown] = Object.keys(form).filter(name => name !== 'expand')
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
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

export function answerOf(error: unknown, requestId: string): ApiAnswer {
  if (error instanceof ApiError) return jsonResponse(error.status, { error: error.body }, requestId)
  console.error(error)
  const message = `Bug in the Stripe fake: ${error instanceof Error ? error.message : error}`
  return jsonResponse(500, { error: { type: 'api_error', message } }, requestId)
}

const jsonResponse = (status: number, body: object, requestId: string): ApiAnswer => ({
  status,
  body: JSON.stringify(body, null, 2),
  headers: { 'request-id': requestId },
})

export const newRequestId = (): string => newId('req').replace('_1', '_')
