/** A person with an account at the provider. */
export interface Person {
  id: string
  givenName: string
  familyName: string
  /** Null if the provider has no address or does not share it. */
  email: string | null
  isEmailVerified: boolean
}

/** The people that every consent page offers. */
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
  // Same address as the demo account.
  {
    id: '110000000000000000004',
    givenName: 'Demo',
    familyName: 'Visitor',
    email: 'demo@example.com',
    isEmailVerified: true,
  },
]

/** Identity claims in the provider's form: Apple's tokens have no name, and booleans are strings. */
export function createClaims(person: Person, kind: 'google' | 'apple'): Record<string, unknown> {
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
