import { JWT } from 'google-auth-library'
import { ProviderError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import { OutboundError } from '../../outbound/fetch.ts'
import { fetchForLibraries } from '../../outbound/fetch-for-libraries.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import { retryAfterMs } from '../../outbound/retry-after.ts'
import { errorReason, googleUnavailable } from './errors.ts'
import type { PlayServiceAccount } from './store.ts'

export interface GoogleApiConfig {
  account: PlayServiceAccount
  url: string | undefined
  deadlineMs: number
}

export interface GoogleApiResponse {
  status: number
  body: unknown
}

const hosts = new Set(['androidpublisher.googleapis.com', 'oauth2.googleapis.com', 'www.googleapis.com'])
const base = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications'
const scopes = ['https://www.googleapis.com/auth/androidpublisher']
const maxBytes = 1024 * 1024

/**
 * Calls Google's APIs as a service account. Google's library gets the access tokens. All requests use `guardedFetch`, with a timeout
 * and without retries. Throws `ProviderError` if Google is unreachable or rejects the account.
 */
export function googleApi({ account, url, deadlineMs }: GoogleApiConfig, clock: Clock) {
  const send = guardedFetch({ hosts, ...(url ? { fakeUrl: url } : {}) })
  const limits = { deadlineMs, maxBytes }
  const standardFetch = fetchForLibraries(send, limits)

  const newClient = () =>
    new JWT({
      ...{ email: account.client_email, key: account.private_key, scopes },
      transporterOptions: { fetchImplementation: standardFetch, retryConfig: { retry: 0 } },
    })
  let client = newClient()

  async function accessToken(): Promise<string> {
    try {
      const { token } = await client.getAccessToken()
      if (token) return token
    } catch (error) {
      throw googleUnavailable(`sign-in ${describe(error)}`)
    }
    throw googleUnavailable('sign-in returned no token')
  }

  return {
    /** The standard `fetch` for libraries, without authorization. */
    fetchForLibraries: standardFetch,

    /** Calls a path below `applications`. Errors about the requested object (400, 404, 410) are returned, others throw. */
    async call(method: 'GET' | 'POST', path: string): Promise<GoogleApiResponse> {
      const authorization = `Bearer ${await accessToken()}`
      const body = method === 'POST' ? '{}' : undefined
      const response = await send({
        ...limits,
        ...{ url: `${base}/${path}`, method, headers: { authorization, 'content-type': 'application/json' } },
        ...(body ? { body } : {}),
      }).catch(error => {
        throw error instanceof OutboundError ? googleUnavailable(error.reason) : error
      })
      const { status } = response
      const parsed = parseJson(response.body)
      if ((status < 300 && parsed !== undefined) || status === 400 || status === 404 || status === 410)
        return { status, body: parsed }
      // The access token was revoked: get a new one at the next call.
      if (status === 401) client = newClient()
      const delayMs = retryAfterMs(response.headers.get('retry-after'), clock.now())
      const retryAt = delayMs === null ? undefined : new Date(clock.now().getTime() + delayMs)
      throw googleUnavailable(`HTTP ${status} ${errorReason(parsed)}`.trim(), { retryAt })
    },
  }
}

export type GoogleApi = ReturnType<typeof googleApi>

/** Null for an empty body, undefined for invalid JSON. */
function parseJson(body: Uint8Array): unknown {
  if (body.byteLength === 0) return null
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Contains only codes, because the library's messages may quote the request. */
function describe(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause.reason
    if (cause instanceof ProviderError) return cause.detail ?? cause.code
    if ('status' in cause && typeof cause.status === 'number') return `HTTP ${cause.status}`
  }
  return 'failed'
}
