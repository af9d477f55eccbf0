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
  /** `returned` is what the browser brought back; `code` is not redeemed yet, and null where it need not be. */
  finish(returned: URLSearchParams, ties: SignInTies): Promise<{ identity: ProvenIdentity; code: GrantCode | null }>
}

/** Checks an identity token as a provider hands it out, to the system of a phone for one; throws as `RedirectSignIn` does. */
export interface IdentityTokens {
  /**
   * `nonce` is what must stand in the token; after `expiresAt` the token proves nothing any more. `clientId` is which of our
   * apps it was made for.
   */
  verify(token: string, nonce: string): Promise<{ identity: ProvenIdentity; expiresAt: Date; clientId: string }>
}

/** Good once and for minutes, for the client that it was made for; `redirectUri` is the one it came back to, if it did. */
export interface GrantCode {
  code: string
  clientId: string
  redirectUri: string | null
}

/** By which the person's sign-in can be ended at the provider; of use only together with the operator's key. */
export interface Grant {
  clientId: string
  token: string
}

/** Both throw `ProviderError`: `sign_in_unavailable` when the provider could not be asked, else `sign_in_failed`. */
export interface Grants {
  redeem(code: GrantCode): Promise<Grant>
  /** After that the provider lists us no more among what the person signs in to. What was ended before is no error. */
  end(grant: Grant): Promise<void>
}

/** The sign-ins that are set up: by redirects, and by tokens that phones bring; and those that we can end over there. */
export interface IdentityProviders {
  redirects: Partial<Record<IdentityProviderName, RedirectSignIn>>
  tokens: Partial<Record<IdentityProviderName, IdentityTokens>>
  grants: Partial<Record<IdentityProviderName, Grants>>
}
