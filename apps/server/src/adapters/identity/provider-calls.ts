import { Agent } from 'undici'
import { ProviderError } from '../../errors.ts'
import type { IdentityProviderName } from '../../ports/identity.ts'
import { OutboundError, outboundFetch } from '../outbound/fetch.ts'

/** The user sees an empty page for as long as a call takes. */
const deadlineMs = 5_000
/** Discovery, keys and tokens are a few kilobytes each. */
const maxBytes = 256 * 1024

const fetchLimited = outboundFetch(new Agent({ connect: { timeout: deadlineMs } }))

/** The `fetch` used by both sign-in libraries, limited in time and size. It does not follow redirects. */
export async function callProvider(
  url: string,
  { method, headers, body }: { method: string; headers: ConstructorParameters<typeof Headers>[0]; body?: unknown },
): Promise<Response> {
  const response = await fetchLimited({
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(new Headers(headers)),
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    deadlineMs,
    maxBytes,
  })
  const { status, headers: responseHeaders, body: bytes } = response
  return new Response(bytes.byteLength > 0 ? new Uint8Array(bytes) : null, { status, headers: responseHeaders })
}

/** Malformed responses: a problem of the provider, not of the user's token. */
const malformedCodes = new Set([
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_INVALID',
])

/**
 * Converts a sign-in library's error. It is retryable (`sign_in_unavailable`) if the provider was unreachable or broken; everything
 * else means that the sign-in is not proven (`sign_in_failed`). Library messages may quote tokens, so `detail` contains only codes.
 */
export function signInFailure(provider: IdentityProviderName, error: unknown): ProviderError {
  const codes = causesOf(error).flatMap(codesOf)
  const isProviderDown =
    codes.some(code => malformedCodes.has(code)) ||
    causesOf(error).some(cause => cause instanceof OutboundError || (cause instanceof Response && cause.status >= 500))
  return new ProviderError({
    provider,
    code: isProviderDown ? 'sign_in_unavailable' : 'sign_in_failed',
    retryable: isProviderDown,
    detail: codes.join(', ') || 'unexpected response',
  })
}

function causesOf(error: unknown): unknown[] {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? [error] : [error, ...causesOf(cause)]
}

/** Codes of the library, such as `OAUTH_RESPONSE_BODY_ERROR`, and of the provider, such as `invalid_client`. */
function codesOf(error: unknown): string[] {
  if (error instanceof OutboundError) return [error.reason]
  if (!(error instanceof Error)) return []
  const codes = [...('code' in error ? [error.code] : []), ...('error' in error ? [error.error] : [])]
  return codes.filter(code => typeof code === 'string').filter(code => /^\w{1,60}$/.test(code))
}
