import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdentityProviderName } from '../../ports/identity.ts'
import { callProvider, signInFailure } from './provider-calls.ts'

const cacheMs = 3600 * 1000

export interface OpenIdClientOptions {
  name: IdentityProviderName
  issuer: string
  clientId: string
  authentication: ClientAuth
  clock: Clock
}

/** Returns a getter of the provider's OpenID configuration, which is fetched on first use and cached for an hour. */
export function cachedConfiguration({ name, issuer, clientId, authentication, clock }: OpenIdClientOptions) {
  let cached: { configuration: Promise<Configuration>; until: number } | undefined
  return (): Promise<Configuration> => {
    const now = clock.now().getTime()
    if (cached && now < cached.until) return cached.configuration
    const configuration = discovery(
      new URL(issuer),
      clientId,
      // Both providers sign with RS256. Pinning it rules out `none` and HMAC.
      { id_token_signed_response_alg: 'RS256' },
      authentication,
      {
        [customFetch]: callProvider,
        // OpenID Connect allows skipping the signature of tokens received over TLS. We always check it.
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      },
    ).catch(error => {
      cached = undefined
      // Discovery does not depend on the user, so every failure is the provider's.
      const { detail } = signInFailure(name, error)
      throw new ProviderError({ provider: name, code: 'sign_in_unavailable', retryable: true, detail })
    })
    cached = { configuration, until: now + cacheMs }
    return configuration
  }
}
