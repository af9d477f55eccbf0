import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  calculatePKCECodeChallenge,
} from 'openid-client'
import type { Clock } from '../../ports/clock.ts'
import type { RedirectSignIn } from '../../ports/identity.ts'
import { identityFrom } from './claims.ts'
import { cachedConfiguration } from './openid-configuration.ts'
import { signInFailure } from './provider-calls.ts'

export interface GoogleOptions {
  issuer: string
  clientId: string
  clientSecret: string
  /** Redirect URI that Google sends the browser back to. The operator registers it at Google. */
  returnUrl: string
  clock: Clock
}

/** Sign-in with Google: the OpenID Connect code flow with PKCE, state and nonce. */
export function googleSignIn({ issuer, clientId, clientSecret, returnUrl, clock }: GoogleOptions): RedirectSignIn {
  const authentication = ClientSecretPost(clientSecret)
  const getConfiguration = cachedConfiguration({ name: 'google', issuer, clientId, authentication, clock })
  return {
    async begin({ state, nonce, codeVerifier }) {
      return buildAuthorizationUrl(await getConfiguration(), {
        redirect_uri: returnUrl,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // On a shared computer, the next user must not end up in the previous user's account.
        prompt: 'select_account',
      })
    },

    async finish(returned, { state, nonce, codeVerifier }) {
      const configuration = await getConfiguration()
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(`${returnUrl}?${returned}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return { identity: identityFrom('google', tokens.claims()), code: null }
      } catch (error) {
        throw signInFailure('google', error)
      }
    },
  }
}
