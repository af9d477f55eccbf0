import type { Clock } from '../../ports/clock.ts'
import type { IdentityProviders } from '../../ports/identity.ts'
import { appleSignIn } from './apple.ts'
import { type AppleKey, appleGrants } from './apple-grants.ts'
import { googleSignIn } from './google.ts'
import { identityTokens } from './tokens.ts'

export interface IdentityOptions {
  publicUrl: string
  google: {
    issuer: string
    client: { id: string; secret: string } | undefined
    /** Of the phone apps. */
    appClientIds: readonly string[]
  }
  apple: {
    issuer: string
    clientIds: readonly string[]
    servicesId: string | undefined
    /** Undefined: sign-ins are not ended at Apple when their account is deleted. */
    key: AppleKey | undefined
  }
}

/** Those of the sign-ins that are set up. */
export function openIdentityProviders({ google, apple, publicUrl }: IdentityOptions, clock: Clock): IdentityProviders {
  const { issuer, servicesId, clientIds, key } = apple
  // Android asks Google for tokens for the client of the browsers, and names its own beside it.
  const googleIds = [...(google.client ? [google.client.id] : []), ...google.appClientIds]
  return {
    redirects: {
      ...(google.client
        ? {
            google: googleSignIn({
              issuer: google.issuer,
              clientId: google.client.id,
              clientSecret: google.client.secret,
              returnUrl: `${publicUrl}/google`,
              clock,
            }),
          }
        : {}),
      ...(servicesId ? { apple: appleSignIn({ issuer, servicesId, returnUrl: `${publicUrl}/apple`, clock }) } : {}),
    },
    tokens: {
      ...(googleIds.length > 0
        ? { google: identityTokens({ name: 'google', issuer: google.issuer, clock, audience: googleIds }) }
        : {}),
      ...(clientIds.length > 0 ? { apple: identityTokens({ name: 'apple', issuer, clock, audience: clientIds }) } : {}),
    },
    grants: key ? { apple: appleGrants({ issuer, key, clock }) } : {},
  }
}

/** For the table printed at start. */
export function signInsOf({ google, apple }: IdentityOptions): string {
  const ways = [
    'passwords',
    ...(google.client || google.appClientIds.length > 0 ? [`Google (${google.issuer})`] : []),
    ...(apple.servicesId || apple.clientIds.length > 0 ? [`Apple (${apple.issuer})`] : []),
  ]
  return ways.join(', ')
}
