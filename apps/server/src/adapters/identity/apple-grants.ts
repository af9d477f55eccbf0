import { importPKCS8, SignJWT } from 'jose'
import { type ClientAuth, genericGrantRequest, tokenRevocation } from 'openid-client'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Grants } from '../../ports/identity.ts'
import { cachedConfiguration } from './openid-configuration.ts'
import { signInFailure } from './provider-calls.ts'

/** The key for "Sign in with Apple" of the operator's developer account. */
export interface AppleKey {
  teamId: string
  keyId: string
  /** PKCS #8 PEM, the content of the .p8 file. */
  key: string
}

export interface AppleGrantOptions {
  issuer: string
  key: AppleKey
  clock: Clock
}

/** Apple allows six months, but a client secret is signed for each call. */
const clientSecretTtlSeconds = 300

/** Redeems Apple's authorization codes and revokes sign-ins, which Apple requires on account deletion (guideline 5.1.1 (v)). */
export function appleGrants({ issuer, key, clock }: AppleGrantOptions): Grants {
  const authentication: ClientAuth = async (server, client, body) => {
    const now = Math.floor(clock.now().getTime() / 1000)
    const secret = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
      .setIssuer(key.teamId)
      .setSubject(client.client_id)
      .setAudience(server.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + clientSecretTtlSeconds)
      .sign(await importPKCS8(key.key, 'ES256'))
    body.set('client_id', client.client_id)
    body.set('client_secret', secret)
  }
  const getters = new Map<string, ReturnType<typeof cachedConfiguration>>()
  const configurationFor = (clientId: string) => {
    const getConfiguration =
      getters.get(clientId) ?? cachedConfiguration({ name: 'apple', issuer, clientId, authentication, clock })
    getters.set(clientId, getConfiguration)
    return getConfiguration()
  }
  const toProviderError = (error: unknown) => (error instanceof ProviderError ? error : signInFailure('apple', error))
  return {
    async redeem({ code, clientId, redirectUri }) {
      const configuration = await configurationFor(clientId)
      try {
        const { refresh_token: token } = await genericGrantRequest(configuration, 'authorization_code', {
          code,
          ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
        })
        if (!token) throw new Error('Apple returned no refresh token')
        return { clientId, token }
      } catch (error) {
        throw toProviderError(error)
      }
    },

    async end({ clientId, token }) {
      const configuration = await configurationFor(clientId)
      try {
        await tokenRevocation(configuration, token, { token_type_hint: 'refresh_token' })
      } catch (error) {
        throw toProviderError(error)
      }
    },
  }
}
