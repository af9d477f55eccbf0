import { createHash, randomBytes } from 'node:crypto'
import { identityProvider } from '@recaps/contract/auth'
import { z } from 'zod'
import type { SignInTies } from '../../ports/identity.ts'
import type { Signer } from '../../ports/signer.ts'

/** Time to choose an account and enter a password at the provider. */
const stateLifeMs = 15 * 60 * 1000

const signInState = z.object({
  provider: identityProvider,
  /** Random. The nonce and the PKCE verifier of this sign-in are derived from it. */
  id: z.string(),
  /** SHA-256 of the secret in the cookie of the browser that started the sign-in. */
  browser: z.string(),
  redirect: z.string().nullable(),
  challenge: z.string().nullable(),
  timezone: z.string().nullable(),
  at: z.number(),
})
/** A sign-in in progress. It travels in the URL, signed, so that abandoned sign-ins need no storage. */
export type SignInState = z.infer<typeof signInState>

/** Starts a sign-in. Returns what is sent to the provider. */
export function createSignInState(signer: Signer, options: Omit<SignInState, 'id' | 'at'>, now: Date): SignInTies {
  const state: SignInState = { ...options, id: newSecret(), at: now.getTime() }
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return tiesOf(signer, state, `${text}.${signer.sign('sign-in state', text)}`)
}

export interface ReturnedSignIn {
  state: SignInState
  ties: SignInTies
  /** When the sign-in expires. An expired sign-in still has a known callback to report the failure to. */
  endsAt: Date
}

/** Reads the state that the provider returned. Null if this server did not sign it. */
export function readSignInState(signer: Signer, signedState: string): ReturnedSignIn | null {
  const [text = '', signature = ''] = signedState.split('.')
  if (!signer.verify('sign-in state', text, signature)) return null
  // The signature is valid, but another release may have used a different format.
  const state = signInState.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data
  return state ? { state, ties: tiesOf(signer, state, signedState), endsAt: new Date(state.at + stateLifeMs) } : null
}

/** Only this server can derive the nonce and the verifier of a state. */
const tiesOf = (signer: Signer, { id }: SignInState, state: string): SignInTies => ({
  state,
  nonce: signer.sign('sign-in nonce', id),
  codeVerifier: signer.sign('sign-in verifier', id),
})

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** PKCE challenge of a verifier (RFC 7636). Codes and cookies are stored in the same form. */
export const s256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
