import { JWT } from 'google-auth-library'
import { ProviderError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import { OutboundError } from '../../outbound/fetch.ts'
import { fetchForLibraries } from '../../outbound/fetch-for-libraries.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import { retryAfterMs } from '../../outbound/retry-after.ts'
import { reasonOf, unavailable } from './errors.ts'
import type { ServiceAccount } from './store.ts'

export interface CallsConfig {
  account: ServiceAccount
  url: string | undefined
  deadlineMs: number
}

export interface Asked {
  status: number
  body: unknown
}

const hosts = new Set(['androidpublisher.googleapis.com', 'oauth2.googleapis.com', 'www.googleapis.com'])
const base = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications'
const scopes = ['https://www.googleapis.com/auth/androidpublisher']
const maxBytes = 1024 * 1024

/**
 * Calls of Google in the name of a service account: its library makes the tokens, all requests go by the guarded fetch of the
 * house, each with its deadline and none twice. Throws `ProviderError` where Google does not answer or may not be asked.
 */
export function googleCalls({ account, url, deadlineMs }: CallsConfig, clock: Clock) {
  const guarded = guardedFetch({ hosts, ...(url ? { fakeUrl: url } : {}) })
  const bounds = { deadlineMs, maxBytes }
  const fetchByHouse = fetchForLibraries(guarded, bounds)

  const newClient = () =>
    new JWT({
      ...{ email: account.client_email, key: account.private_key, scopes },
      transporterOptions: { fetchImplementation: fetchByHouse, retryConfig: { retry: 0 } },
    })
  let client = newClient()

  async function accessToken(): Promise<string> {
    try {
      const { token } = await client.getAccessToken()
      if (token) return token
    } catch (error) {
      throw unavailable(`sign-in ${wordsOf(error)}`)
    }
    throw unavailable('sign-in without a token')
  }

  return {
    /** For libraries, which call as they please. */
    fetchForLibraries: fetchByHouse,

    /** What Google answers to a call below `applications`; refusals that say something of what was asked for are answers too. */
    async call(method: 'GET' | 'POST', path: string): Promise<Asked> {
      const authorization = `Bearer ${await accessToken()}`
      const body = method === 'POST' ? '{}' : undefined
      const answer = await guarded({
        ...bounds,
        ...{ url: `${base}/${path}`, method, headers: { authorization, 'content-type': 'application/json' } },
        ...(body ? { body } : {}),
      }).catch(error => {
        throw error instanceof OutboundError ? unavailable(error.reason) : error
      })
      const { status } = answer
      const told = jsonOf(answer.body)
      if ((status < 300 && told !== undefined) || status === 400 || status === 404 || status === 410)
        return { status, body: told }
      // A token that was taken back is asked for again at the next call.
      if (status === 401) client = newClient()
      const pauseMs = retryAfterMs(answer.headers.get('retry-after'), clock.now())
      const retryAt = pauseMs === null ? undefined : new Date(clock.now().getTime() + pauseMs)
      throw unavailable(`HTTP ${status} ${reasonOf(told)}`.trim(), { retryAt })
    },
  }
}

export type GoogleCalls = ReturnType<typeof googleCalls>

/** Undefined for what is no JSON. */
function jsonOf(body: Uint8Array): unknown {
  if (body.byteLength === 0) return null
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Messages of the library may quote what was sent. */
function wordsOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutboundError) return at.reason
    if (at instanceof ProviderError) return at.detail ?? at.code
    if ('status' in at && typeof at.status === 'number') return `HTTP ${at.status}`
  }
  return 'failed'
}
