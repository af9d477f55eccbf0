export type Provider = 'google' | 'apple'

/** A provider's proof of identity, checked by the server. Apple gives the name only to the app, at the first sign-in. */
export interface Identity {
  token: string
  /** Apple's authorization code, which lets the server revoke the sign-in when the account is deleted. */
  code: string | null
  firstName: string | null
  lastName: string | null
}

interface SignInOptions {
  /** The page to return to after the sign-in; '' for none. */
  from: string
}

/** Signing in with Google or Apple in the phone app, which a provider cannot redirect back to. */
export interface AppSignIn {
  /** Whether the phone has a native sign-in for this provider. Otherwise its page opens in the system browser. */
  hasNativeSignIn(provider: Provider): boolean
  /** Signs in with the system's dialog. The nonce is sent to the provider unhashed. Null if the user cancels. */
  signInNatively(provider: Provider, nonce: string): Promise<Identity | null>
  /** Opens the provider's page in the system browser. It returns through an app link, handled by `device/phone/external-links.ts`. */
  openProviderPage(provider: Provider, options: SignInOptions & { timeZone: string }): Promise<void>
  /** PKCE verifier of the pending sign-in (RFC 7636), or null if there is none. */
  verifier(): Promise<string | null>
  /** Clears the pending sign-in with this verifier. A newer one stays. */
  clear(verifier: string | null): Promise<void>
}

/** Null in browsers: they follow a link, and a cookie identifies them when they return. */
export const appSignIn: AppSignIn | null = null as AppSignIn | null
