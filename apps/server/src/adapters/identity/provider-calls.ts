import { Agent } from 'undici'
import { ProviderError } from '../../errors.ts'
import type { IdentityProviderName } from '../../ports/identity.ts'
import { OutboundError, outboundFetch } from '../outbound/fetch.ts'

/** Nobody waits longer than this in front of an empty page; discovery, keys and tokens are a few kilobytes each. */
const deadlineMs = 5_000
const maxBytes = 256 * 1024

const fetchBounded = outboundFetch(new Agent({ connect: { timeout: deadlineMs } }))

/** The `fetch` that both libraries of sign-in call by, bounded in time and size. Redirects are not followed. */
export async function callProvider(
  url: string,
  { method, headers, body }: { method: string; headers: ConstructorParameters<typeof Headers>[0]; body?: unknown },
): Promise<Response> {
  const answer = await fetchBounded({
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(new Headers(headers)),
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    deadlineMs,
    maxBytes,
  })
  const { status, headers: answered, body: bytes } = answer
  return new Response(bytes.byteLength > 0 ? new Uint8Array(bytes) : null, { status, headers: answered })
}

/** Answers that make no sense tell of the provider's trouble, not of the person's. */
const senseless = new Set(['OAUTH_PARSE_ERROR', 'OAUTH_RESPONSE_IS_NOT_JSON', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'])

/**
 * What stopped a sign-in, in our words. What the provider could not be asked about may work later; everything else
 * proves nobody. Messages of the libraries may quote tokens, so only their codes are kept.
 */
export function signInFailure(provider: IdentityProviderName, error: unknown): ProviderError {
  const codes = chainOf(error).flatMap(codesOf)
  const isTrouble =
    codes.some(code => senseless.has(code)) ||
    chainOf(error).some(one => one instanceof OutboundError || (one instanceof Response && one.status >= 500))
  return new ProviderError({
    provider,
    code: isTrouble ? 'sign_in_unavailable' : 'sign_in_failed',
    retryable: isTrouble,
    detail: codes.join(', ') || 'unexpected answer',
  })
}

function chainOf(error: unknown): unknown[] {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? [error] : [error, ...chainOf(cause)]
}

/** Such as `OAUTH_RESPONSE_BODY_ERROR` and, as the provider itself says, `invalid_client`. */
function codesOf(error: unknown): string[] {
  if (error instanceof OutboundError) return [error.reason]
  if (!(error instanceof Error)) return []
  const named = [...('code' in error ? [error.code] : []), ...('error' in error ? [error.error] : [])]
  return named.filter(code => typeof code === 'string').filter(code => /^\w{1,60}$/.test(code))
}
