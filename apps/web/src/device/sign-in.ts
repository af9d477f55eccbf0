export type Provider = 'google' | 'apple'

/** What a provider says of somebody, for the server to check. Apple tells the name to the app alone, at the first sign-in. */
export interface Identity {
  token: string
  /** Of Apple: by it the server can end the sign-in there when the account is deleted. */
  code: string | null
  firstName: string | null
  lastName: string | null
}

/** The page that the sign-in was begun for, '' for none. */
interface Asked {
  from: string
}

/** How somebody signs in by Google or Apple in an app, which is no page that a provider could send back to. */
export interface AppSignIn {
  /** Whether the phone's own system asks this provider; else its page is opened in the system's browser. */
  asksItself(provider: Provider): boolean
  /** By the system's window. The nonce is told to the provider as it is. Null where the person has thought better of it. */
  ask(provider: Provider, nonce: string): Promise<Identity | null>
  /** Opens the provider's page. It leads back with a code, by a link that `device/phone/opened.ts` takes. */
  leave(provider: Provider, wish: Asked & { timeZone: string }): Promise<void>
  /** What proves to the server that the sign-in was begun here (RFC 7636); null where none is on its way. */
  verifier(): Promise<string | null>
  /** The sign-in with this verifier has come to an end, whichever. One that was begun since goes on. */
  forget(verifier: string | null): Promise<void>
}

/** Browsers follow a link, and are known by a cookie when they come back. */
export const appSignIn: AppSignIn | null = null as AppSignIn | null
