import { buildAuthorizationUrl, None } from 'openid-client'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RedirectSignIn } from '../../ports/identity.ts'
import { cachedConfiguration } from './openid-configuration.ts'
import { identityTokens } from './tokens.ts'

export interface AppleOptions {
  issuer: string
  servicesId: string
  /** Redirect URI that Apple makes the browser post to. The operator registers it at Apple. */
  returnUrl: string
  clock: Clock
}

/**
 * Sign in with Apple in a browser. Apple posts the identity token back in a form, so the user doesn't have to wait until the
 * code is redeemed. The nonce ties the token to this sign-in.
 */
export function appleSignIn({ issuer, servicesId, returnUrl, clock }: AppleOptions): RedirectSignIn {
  const configuration = cachedConfiguration({
    name: 'apple',
    issuer,
    clientId: servicesId,
    authentication: None(),
    clock,
  })
  const tokens = identityTokens({ name: 'apple', issuer, clock, audience: [servicesId] })
  return {
    async begin({ state, nonce }) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: returnUrl,
        response_type: 'code id_token',
        // Apple requires form_post when the scope contains name or email.
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
      const { identity } = await tokens.verify(token, nonce)
      const code = returned.get('code')
      return {
        identity: { ...identity, ...nameFrom(returned.get('user')) },
        code: code ? { code, clientId: servicesId, redirectUri: returnUrl } : null,
      }
    },
  }
}

const name = z.string().trim().max(100).catch('')
const appleUser = z.object({ name: z.object({ firstName: name, lastName: name }) })

/** Apple sends the name only at the first sign-in, outside the signed token: use it for display only. */
function nameFrom(user: string | null): { firstName: string | null; lastName: string | null } {
  const parsed = appleUser.safeParse(parseJson(user ?? ''))
  return { firstName: parsed.data?.name.firstName || null, lastName: parsed.data?.name.lastName || null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
