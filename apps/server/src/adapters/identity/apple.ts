import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { buildAuthorizationUrl, None } from 'openid-client'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdentityTokens, RedirectSignIn } from '../../ports/identity.ts'
import { identityFrom } from './claims.ts'
import { discovered } from './discovered.ts'
import { callProvider, signInFailure } from './provider-calls.ts'

export interface AppleOptions {
  issuer: string
  clock: Clock
}

/** How soon after Apple's keys were read a token signed with an unknown one makes us look again. */
const cooldownDuration = 5_000
/** Clocks differ. */
const clockTolerance = 30

type Verify = (token: string, nonce: string, audience: readonly string[]) => ReturnType<IdentityTokens['verify']>

/** Apple's identity tokens, which phones hand to their apps, made for one of our apps. */
export function appleIdentityTokens(options: AppleOptions & { clientIds: readonly string[] }): IdentityTokens {
  const verify = tokenVerifier(options)
  return { verify: (token, nonce) => verify(token, nonce, options.clientIds) }
}

/**
 * Apple in a browser: the person is sent to Apple and comes back with a form that holds the identity token, so that no
 * code has to be redeemed and no client secret kept. The nonce ties the token to this sign-in.
 */
export function appleSignIn(options: AppleOptions & { servicesId: string; returnUrl: string }): RedirectSignIn {
  const { issuer, servicesId, returnUrl, clock } = options
  const configuration = discovered({ name: 'apple', issuer, clientId: servicesId, authentication: None(), clock })
  const verify = tokenVerifier(options)
  return {
    async begin({ state, nonce }) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: returnUrl,
        response_type: 'code id_token',
        // Apple answers by nothing else when it is asked for a name or an address.
        response_mode: 'form_post',
        scope: 'openid name email',
        state,
        nonce,
      })
    },

    async finish(returned, { nonce }) {
      const token = returned.get('id_token')
      if (!token) {
        const detail = /^\w{1,60}$/.exec(returned.get('error') ?? '')?.[0] ?? 'no id_token'
        throw new ProviderError({ provider: 'apple', code: 'sign_in_failed', retryable: false, detail })
      }
      const { identity } = await verify(token, nonce, [servicesId])
      return { ...identity, ...nameFrom(returned.get('user')) }
    },
  }
}

function tokenVerifier({ issuer, clock }: AppleOptions): Verify {
  const configuration = discovered({ name: 'apple', issuer, clientId: 'unused', authentication: None(), clock })
  let keys: { at: string; set: ReturnType<typeof createRemoteJWKSet> } | undefined
  const keysAt = (address: string) => {
    if (keys?.at !== address)
      keys = {
        at: address,
        set: createRemoteJWKSet(new URL(address), { [customFetch]: callProvider, cooldownDuration }),
      }
    return keys.set
  }
  return async (token, nonce, audience) => {
    const { jwks_uri } = (await configuration()).serverMetadata()
    try {
      const { payload } = await jwtVerify(token, keysAt(jwks_uri ?? `${issuer}/auth/keys`), {
        issuer,
        audience: [...audience],
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance,
        currentDate: clock.now(),
      })
      if (payload.nonce !== nonce)
        throw new ProviderError({ provider: 'apple', code: 'sign_in_failed', retryable: false, detail: 'other nonce' })
      return {
        identity: identityFrom('apple', payload),
        expiresAt: new Date(((payload.exp ?? 0) + clockTolerance) * 1000),
      }
    } catch (error) {
      throw error instanceof ProviderError ? error : signInFailure('apple', error)
    }
  }
}

const name = z.string().trim().max(100).catch('')
const appleUser = z.object({ name: z.object({ firstName: name, lastName: name }) })

/** Apple tells the name once, at the first sign-in, beside the token and unsigned: good for a greeting, for nothing else. */
function nameFrom(user: string | null): { firstName: string | null; lastName: string | null } {
  const parsed = appleUser.safeParse(jsonOf(user ?? ''))
  return { firstName: parsed.data?.name.firstName || null, lastName: parsed.data?.name.lastName || null }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
