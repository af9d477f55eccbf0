export type IdentityProviderName = 'google' | 'apple'

/** A person whose identity a provider has confirmed. Everything was verified against the provider's keys. */
export interface ProvenIdentity {
  provider: IdentityProviderName
  /** The provider's permanent, unique id of the person. */
  subject: string
  email: string | null
  /** Whether the provider states that the address belongs to the person. */
  isEmailConfirmed: boolean
  firstName: string | null
  lastName: string | null
}

/** Values that tie the answer of a provider to our request. */
export interface SignInTies {
  /** Returned in the URL, unchanged. */
  state: string
  /** Returned inside the identity token. */
  nonce: string
  /** Proves that we made the request when the code is redeemed (PKCE). */
  codeVerifier: string
}

/**
 * Sign-in by redirecting the browser to the provider and back. Throws `ProviderError`: `sign_in_failed` if the answer proves
 * no identity, `sign_in_unavailable` if the provider cannot be reached.
 */
export interface RedirectSignIn {
  /** Returns the URL to redirect the browser to. */
  begin(ties: SignInTies): Promise<URL>
  /** `returned` are the query or form parameters of the redirect. `code` is not redeemed yet; null if there is none. */
  finish(returned: URLSearchParams, ties: SignInTies): Promise<{ identity: ProvenIdentity; code: GrantCode | null }>
}

/** Verifies an identity token, for example from a phone's operating system. Throws like `RedirectSignIn`. */
export interface IdentityTokens {
  /**
   * `nonce` is the value the token must contain. The token is valid until `expiresAt`. `clientId` names which
   * of our apps it was issued for.
   */
  verify(token: string, nonce: string): Promise<{ identity: ProvenIdentity; expiresAt: Date; clientId: string }>
}

/** One-time code, valid for minutes and for one client. `redirectUri` is the address it was returned to, if there was one. */
export interface GrantCode {
  code: string
  clientId: string
  redirectUri: string | null
}

/** Refresh token that revokes the person's sign-in at the provider. Only usable together with the operator's key. */
export interface Grant {
  clientId: string
  token: string
}

/** Both methods throw `ProviderError`: `sign_in_unavailable` if the provider cannot be reached, else `sign_in_failed`. */
export interface Grants {
  redeem(code: GrantCode): Promise<Grant>
  /** Afterwards the provider no longer lists us among the person's apps. A grant can be revoked twice. */
  end(grant: Grant): Promise<void>
}

/** The configured providers: for redirects, for tokens from phones, and for revoking sign-ins. */
export interface IdentityProviders {
  redirects: Partial<Record<IdentityProviderName, RedirectSignIn>>
  tokens: Partial<Record<IdentityProviderName, IdentityTokens>>
  grants: Partial<Record<IdentityProviderName, Grants>>
}
