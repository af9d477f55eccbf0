import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { None } from 'openid-client'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdentityProviderName, IdentityTokens } from '../../ports/identity.ts'
import { identityFrom } from './claims.ts'
import { discovered } from './discovered.ts'
import { callProvider, signInFailure } from './provider-calls.ts'

export interface TokenOptions {
  name: IdentityProviderName
  issuer: string
  clock: Clock
  /** Ids of our apps at the provider: a token must be made for one of them. */
  audience: readonly string[]
}

/** How soon after the provider's keys were read a token signed with an unknown one makes us look again. */
const cooldownDuration = 5_000
/** Clocks differ. */
const clockTolerance = 30

/** The identity tokens of one provider, as phones and Apple's posted form bring them: checked here, by its published keys. */
export function identityTokens({ name, issuer, clock, audience }: TokenOptions): IdentityTokens {
  const configuration = discovered({ name, issuer, clientId: 'unused', authentication: None(), clock })
  let keys: { at: string; set: ReturnType<typeof createRemoteJWKSet> } | undefined
  const keysAt = (address: string) => {
    if (keys?.at !== address)
      keys = {
        at: address,
        set: createRemoteJWKSet(new URL(address), { [customFetch]: callProvider, cooldownDuration }),
      }
    return keys.set
  }
  return {
    async verify(token, nonce) {
      const { jwks_uri } = (await configuration()).serverMetadata()
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
          throw new ProviderError({ provider: name, code: 'sign_in_failed', retryable: false, detail: 'other nonce' })
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
