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

const keptForMs = 3600 * 1000

export interface ClientOfProvider {
  name: IdentityProviderName
  issuer: string
  clientId: string
  authentication: ClientAuth
  clock: Clock
}

/** The provider's own description of itself, asked for when it is first needed and once an hour. */
export function discovered({ name, issuer, clientId, authentication, clock }: ClientOfProvider) {
  let known: { configuration: Promise<Configuration>; until: number } | undefined
  return (): Promise<Configuration> => {
    const now = clock.now().getTime()
    if (known && now < known.until) return known.configuration
    const configuration = discovery(
      new URL(issuer),
      clientId,
      // The one algorithm that both providers sign with: neither `none` nor a secret key is looked at.
      { id_token_signed_response_alg: 'RS256' },
      authentication,
      {
        [customFetch]: callProvider,
        // Over TLS a token from the token endpoint may be believed unsigned; its signature is checked all the same.
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      },
    ).catch(error => {
      known = undefined
      // Nobody has proven anything yet, so whatever went wrong is the provider's trouble.
      const { detail } = signInFailure(name, error)
      throw new ProviderError({ provider: name, code: 'sign_in_unavailable', retryable: true, detail })
    })
    known = { configuration, until: now + keptForMs }
    return configuration
  }
}
