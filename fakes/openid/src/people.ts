/** Somebody with an account at the provider. */
export interface Person {
  id: string
  givenName: string
  familyName: string
  /** Null: the provider knows no address, or does not tell it. */
  email: string | null
  isEmailVerified: boolean
}

/** Whom the consent page offers when a test brings nobody of its own. */
export const people: readonly Person[] = [
  {
    id: '110000000000000000001',
    givenName: 'Ada',
    familyName: 'Verified',
    email: 'ada.verified@example.org',
    isEmailVerified: true,
  },
  {
    id: '110000000000000000002',
    givenName: 'Grace',
    familyName: 'Unverified',
    email: 'grace.unverified@example.org',
    isEmailVerified: false,
  },
  { id: '110000000000000000003', givenName: 'Alan', familyName: 'Nomail', email: null, isEmailVerified: false },
  // The address of the demo's own account.
  {
    id: '110000000000000000004',
    givenName: 'Demo',
    familyName: 'Visitor',
    email: 'demo@example.com',
    isEmailVerified: true,
  },
]

/** The claims as each provider writes them: Apple tells no name in its tokens, and writes booleans as text. */
export function claimsOf(person: Person, kind: 'google' | 'apple'): Record<string, unknown> {
  const { id, email, isEmailVerified, givenName, familyName } = person
  if (kind === 'apple')
    return { sub: id, ...(email ? { email, email_verified: String(isEmailVerified), is_private_email: 'false' } : {}) }
  return {
    sub: id,
    name: `${givenName} ${familyName}`,
    given_name: givenName,
    family_name: familyName,
    ...(email ? { email, email_verified: isEmailVerified } : {}),
  }
}
