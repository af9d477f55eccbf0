import { emailPattern } from '@recaps/domain/email-address'
import { z } from 'zod'
import type { IdentityProviderName, ProvenIdentity } from '../../ports/identity.ts'

const text = z.string().max(255)

/** Claims of an identity token. Its signature, issuer, audience, times and nonce must be verified before. */
const claims = z.object({
  sub: text.min(1),
  email: z.email({ pattern: emailPattern }).max(254).optional().catch(undefined),
  /** Apple sends a string. */
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  given_name: text.optional().catch(undefined),
  family_name: text.optional().catch(undefined),
})

/** Throws if the claims contain no subject. */
export function identityFrom(provider: IdentityProviderName, payload: unknown): ProvenIdentity {
  const { sub, email, email_verified, given_name, family_name } = claims.parse(payload)
  return {
    provider,
    subject: sub,
    email: email ?? null,
    isEmailConfirmed: email !== undefined && email_verified === true,
    firstName: given_name || null,
    lastName: family_name || null,
  }
}
