import { buildAuthorizationUrl, None } from 'openid-client'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RedirectSignIn } from '../../ports/identity.ts'
import { discovered } from './discovered.ts'
import { identityTokens } from './tokens.ts'

export interface AppleOptions {
  issuer: string
  servicesId: string
  /** Where Apple has the browser post to; registered there by the operator. */
  returnUrl: string
  clock: Clock
}

/**
 * Apple in a browser: the person is sent to Apple and comes back with a form that holds the identity token, so that nobody
 * waits for a code to be redeemed before they are known. The nonce ties the token to this sign-in.
 */
export function appleSignIn({ issuer, servicesId, returnUrl, clock }: AppleOptions): RedirectSignIn {
  const configuration = discovered({ name: 'apple', issuer, clientId: servicesId, authentication: None(), clock })
  const tokens = identityTokens({ name: 'apple', issuer, clock, audience: [servicesId] })
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
