import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { None } from 'openid-client'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdentityProviderName, IdentityTokens } from '../../ports/identity.ts'
import { identityFrom } from './claims.ts'
import { cachedConfiguration } from './openid-configuration.ts'
import { callProvider, signInFailure } from './provider-calls.ts'

export interface TokenOptions {
  name: IdentityProviderName
  issuer: string
  clock: Clock
  /** Our client ids at the provider. A token must be issued for one of them. */
  audience: readonly string[]
}

/** Milliseconds before the provider's keys are fetched again for a token that is signed with an unknown key. */
const cooldownDuration = 5_000
/** Seconds of clock skew. */
const clockTolerance = 30

/** Verifies a provider's identity tokens, sent by phones or Apple's form post, with the provider's published keys. */
export function identityTokens({ name, issuer, clock, audience }: TokenOptions): IdentityTokens {
  const getConfiguration = cachedConfiguration({ name, issuer, clientId: 'unused', authentication: None(), clock })
  let cached: { url: string; keys: ReturnType<typeof createRemoteJWKSet> } | undefined
  const keysAt = (url: string) => {
    if (cached?.url !== url)
      cached = {
        url,
        keys: createRemoteJWKSet(new URL(url), { [customFetch]: callProvider, cooldownDuration }),
      }
    return cached.keys
  }
  return {
    async verify(token, nonce) {
      const { jwks_uri } = (await getConfiguration()).serverMetadata()
      if (!jwks_uri)
        throw new ProviderError({ provider: name, code: 'sign_in_unavailable', retryable: true, detail: 'no jwks_uri' })
      try {
        const { payload } = await jwtVerify(token, keysAt(jwks_uri), {
          issuer,
          audience: [...audience],
          algorithms: ['RS256'],
          requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
          clockTolerance,
          currentDate: clock.now(),
        })
        if (payload.nonce !== nonce)
          throw new ProviderError({ provider: name, code: 'sign_in_failed', retryable: false, detail: 'wrong nonce' })
        return {
          identity: identityFrom(name, payload),
          expiresAt: new Date(((payload.exp ?? 0) + clockTolerance) * 1000),
          clientId: audience.find(id => [payload.aud].flat().includes(id))!,
        }
      } catch (error) {
        throw error instanceof ProviderError ? error : signInFailure(name, error)
      }
    },
  }
}
