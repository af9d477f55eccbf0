import { ApiError, badRequest, generalInternal, notFoundYet, rateLimited } from './errors.ts'
import type { Fault } from './faults.ts'
import { type Route, routes } from './routes.ts'
import type { EnvironmentName, Shop } from './shop.ts'
import type { Signer } from './signing.ts'

export interface ApiResponse {
  status: number
  headers: Record<string, string>
  body: string
}

export interface ApiRequest {
  method: string
  path: string
  query: URLSearchParams
  environment: EnvironmentName
}

export interface PreparedCall {
  endpoint: string
  run(): ApiResponse
}

export const unauthenticated: ApiResponse = {
  status: 401,
  headers: { 'content-type': 'text/plain' },
  body: 'Unauthenticated\n\nRequest ID: FAKE.0.0\n',
}

/** Matches a request to a route, ready to run. Null if there is no such route. */
export function prepareCall(
  shop: Shop,
  signing: Signer,
  { method, path, query, environment }: ApiRequest,
): PreparedCall | null {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) {
      const handle = () => {
        rejectUnknownParams(route, query)
        return route.run({ shop, signing, environment, query, id: match[1] ?? '' })
      }
      return { endpoint: route.endpoint, run: () => respond(handle) }
    }
  }
  return null
}

function rejectUnknownParams({ queryParams }: Route, query: URLSearchParams): void {
  const unknown = [...query.keys()].find(name => !queryParams.includes(name))
  if (unknown) throw badRequest(`Unknown parameter ${unknown}.`)
}

/** Runs a call with its fault. `hang` and `cut`: send no response, and keep the connection open or reset it. */
export function runWithFault(fault: Fault | undefined, { run }: PreparedCall): ApiResponse | 'hang' | 'cut' {
  if (!fault) return run()
  if ('when' in fault && fault.when === 'after') run()
  switch (fault.kind) {
    case 'error':
      return respond(() => fail(generalInternal()))
    case 'hang':
    case 'cut':
      return fault.kind
    case 'garbage':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway' }
    case 'rate_limit':
      // Like Apple, a timestamp in milliseconds. It is in real time, not on the fake's clock.
      return respond(() => fail(rateLimited(Date.now() + 30_000)))
    case 'not_found_yet':
      return respond(() => fail(notFoundYet()))
    case 'unauthenticated':
      return unauthenticated
  }
}

const fail = (error: ApiError): never => {
  throw error
}

function respond(run: () => object): ApiResponse {
  const headers = { 'content-type': 'application/json' }
  try {
    return { status: 200, headers, body: JSON.stringify(run()) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const body = JSON.stringify({ errorCode: error.code, errorMessage: error.message })
    return { status: Math.floor(error.code / 10_000), headers: { ...headers, ...error.headers }, body }
  }
}
