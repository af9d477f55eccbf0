/** Who vouches for people. */
export type IdentityProviderName = 'google' | 'apple'

/** A person a provider vouches for: all of it was checked against the provider's keys. */
export interface ProvenIdentity {
  provider: IdentityProviderName
  /** What the provider calls the person, for ever and to nobody else. */
  subject: string
  email: string | null
  /** Whether the provider says that the address is the person's own. */
  isEmailConfirmed: boolean
  firstName: string | null
  lastName: string | null
}

/** What ties the answer of a provider to the question it was asked. */
export interface SignInTies {
  /** Comes back in the address, unchanged. */
  state: string
  /** Comes back inside the identity token. */
  nonce: string
  /** Proves, where a code is redeemed, that we are the one who asked (PKCE). */
  codeVerifier: string
}

/**
 * Signing in by sending the browser away and getting it back. Throws `ProviderError` with `sign_in_failed` when what
 * came back proves nobody, and with `sign_in_unavailable` when the provider could not be asked.
 */
export interface RedirectSignIn {
  /** Where the browser is sent. */
  begin(ties: SignInTies): Promise<URL>
  /** `returned` is what the browser brought back. */
  finish(returned: URLSearchParams, ties: SignInTies): Promise<ProvenIdentity>
}

/** Checks an identity token as a provider hands it out, to the system of a phone for one; throws as `RedirectSignIn` does. */
export interface IdentityTokens {
  /** `nonce` is what must stand in the token; after `expiresAt` the token proves nothing any more. */
  verify(token: string, nonce: string): Promise<{ identity: ProvenIdentity; expiresAt: Date }>
}

/** The sign-ins that are set up: by redirects, and by tokens that phones bring. */
export interface IdentityProviders {
  redirects: Partial<Record<IdentityProviderName, RedirectSignIn>>
  tokens: Partial<Record<IdentityProviderName, IdentityTokens>>
}
