import type { Clock } from '../../ports/clock.ts'
import type { IdentityProviders } from '../../ports/identity.ts'
import { appleIdentityTokens, appleSignIn } from './apple.ts'
import { googleSignIn } from './google.ts'

export interface IdentityOptions {
  publicUrl: string
  google: { issuer: string; client: { id: string; secret: string } | undefined }
  apple: { issuer: string; clientIds: readonly string[]; servicesId: string | undefined }
}

/** Those of the sign-ins that are set up. */
export function openIdentityProviders({ google, apple, publicUrl }: IdentityOptions, clock: Clock): IdentityProviders {
  const { issuer, servicesId, clientIds } = apple
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
    ...(clientIds.length > 0 ? { appleTokens: appleIdentityTokens({ issuer, clientIds, clock }) } : {}),
  }
}

/** For the table printed at start. */
export function signInsOf({ google, apple }: IdentityOptions): string {
  const ways = [
    'passwords',
    ...(google.client ? [`Google (${google.issuer})`] : []),
    ...(apple.servicesId || apple.clientIds.length > 0 ? [`Apple (${apple.issuer})`] : []),
  ]
  return ways.join(', ')
}
