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

/** A call that was understood and may be done. */
export interface Prepared {
  endpoint: string
  /** Does it; what goes wrong is an answer too. */
  run(): ApiAnswer
  /** Fails it as an error of Stripe's own, which stays the answer under its key. */
  fail(): ApiAnswer
  /** It never came here: the key is free again. */
  forget(): void
}

/** Understands calls: keys, parameters, idempotency; and answers them. */
export function apiOf(account: Account, keys: Keys) {
  const idempotency = idempotencyKeys(account.time.outside)

  function prepare(asked: Asked, requestId: string): Prepared | ApiAnswer {
    try {
      return understand(asked, requestId)
    } catch (error) {
      return answerOf(error, requestId)
    }
  }

  function understand(asked: Asked, requestId: string): Prepared | ApiAnswer {
    const form = readForm([asked.query, asked.body].filter(Boolean).join('&'))
    const isPublic = isPublicCall(asked, form, keys)
    const matched = routeOf(asked.method, asked.path)
    if (!matched)
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${asked.method}: ${asked.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
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
    const { expand = [], ...params } = paramsOf(route, form)
    refuseUndone(params, route.does)

    const endpoint = `${route.method} ${route.path}`
    const key = asked.method === 'POST' ? headerOf(asked.headers, 'idempotency-key') : undefined
    const before = key && idempotency.begin(key, `${asked.method} ${asked.path}`, JSON.stringify(form), requestId)
    if (before) return { endpoint, ...replayOf(before, requestId) }
    const apiVersion = headerOf(asked.headers, 'stripe-version')
    const kept = (answer: ApiAnswer): ApiAnswer => {
      if (key) idempotency.end(key, answer)
      return answer
    }
    return {
      endpoint,
      run() {
        account.request = { id: requestId, idempotency_key: key ?? null }
        try {
          const object = route.run({ account, params, id, isPublic, clientSecret, apiVersion })
          return kept(sent(200, expanded(account, object, expand), requestId))
        } catch (error) {
          return kept(answerOf(error, requestId))
        } finally {
          account.request = null
        }
      },
      fail: () => kept(answerOf(stripeFailed(), requestId)),
      forget: () => void (key && idempotency.forget(key)),
    }
  }

  return { prepare }
}

function replayOf(before: Answer & { requestId: string }, requestId: string): Omit<Prepared, 'endpoint'> {
  const headers = { 'idempotent-replayed': 'true', 'request-id': requestId, 'original-request': before.requestId }
  return {
    run: () => ({ ...before, headers }),
    fail: () => answerOf(stripeFailed(), requestId),
    forget: () => undefined,
  }
}

function isPublicCall({ headers }: Asked, form: FormFields, keys: Keys): boolean {
  const given = keyIn(headers) ?? (typeof form.key === 'string' ? form.key : undefined)
  if (given === keys.secret) return false
  if (given === keys.publishable) return true
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: given
      ? `Invalid API Key provided: ${given.slice(0, 8)}****`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  })
}

function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  return scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8').split(':')[0] : undefined
}

function paramsOf(route: Route, form: FormFields): { expand?: string[] } {
  if (route.params) return validated(route.params, form)
  const [unknown] = Object.keys(form).filter(name => name !== 'expand')
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  return {}
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const stripeFailed = (): ApiError =>
  new ApiError(500, {
    type: 'api_error',
    message: 'Sorry! There was an error while talking to one of our backends. (This one was asked for by a test.)',
  })

export function answerOf(error: unknown, requestId: string): ApiAnswer {
  if (error instanceof ApiError) return sent(error.status, { error: error.body }, requestId)
  console.error(error)
  const message = `The stand-in has a bug: ${error instanceof Error ? error.message : error}`
  return sent(500, { error: { type: 'api_error', message } }, requestId)
}

const sent = (status: number, body: object, requestId: string): ApiAnswer => ({
  status,
  body: JSON.stringify(body, null, 2),
  headers: { 'request-id': requestId },
})

export const newRequestId = (): string => newId('req').replace('_1', '_')
