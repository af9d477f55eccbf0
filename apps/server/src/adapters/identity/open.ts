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
    /** Client ids of the phone apps. */
    appClientIds: readonly string[]
  }
  apple: {
    issuer: string
    clientIds: readonly string[]
    servicesId: string | undefined
    /** Undefined: sign-ins are not revoked at Apple when the account is deleted. */
    key: AppleKey | undefined
  }
}

/** Only the identity providers that are configured. */
export function openIdentityProviders({ google, apple, publicUrl }: IdentityOptions, clock: Clock): IdentityProviders {
  const { issuer, servicesId, clientIds, key } = apple
  // Android requests tokens for the web client, with its own client id in a separate claim.
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

/** Configured sign-in methods, for the table printed at startup. */
export function describeSignIns({ google, apple }: IdentityOptions): string {
  const methods = [
    'passwords',
    ...(google.client || google.appClientIds.length > 0 ? [`Google (${google.issuer})`] : []),
    ...(apple.servicesId || apple.clientIds.length > 0 ? [`Apple (${apple.issuer})`] : []),
  ]
  return methods.join(', ')
}
