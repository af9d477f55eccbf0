import { createHash, randomBytes } from 'node:crypto'
import { identityProvider } from '@recaps/contract/auth'
import { z } from 'zod'
import type { SignInTies } from '../../ports/identity.ts'
import type { Signer } from '../../ports/signer.ts'

/** So long somebody may take to choose an account and type a password at the provider. */
const stateLifeMs = 15 * 60 * 1000

const signInState = z.object({
  provider: identityProvider,
  /** Random; the nonce and the PKCE verifier of this sign-in are made of it. */
  id: z.string(),
  /** SHA-256 of the secret in the cookie of the browser that began. */
  browser: z.string(),
  redirect: z.string().nullable(),
  challenge: z.string().nullable(),
  timezone: z.string().nullable(),
  at: z.number(),
})
/** A sign-in that has begun. It travels in the address, signed, so that nothing has to be stored for who never comes back. */
export type SignInState = z.infer<typeof signInState>

/** Begins a sign-in: what is sent to the provider. */
export function beginState(signer: Signer, wishes: Omit<SignInState, 'id' | 'at'>, now: Date): SignInTies {
  const state: SignInState = { ...wishes, id: newSecret(), at: now.getTime() }
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return tiesOf(signer, state, `${text}.${signer.sign('sign-in state', text)}`)
}

export interface CameBack {
  state: SignInState
  ties: SignInTies
  /** After it, it counts no more; but where to say so is known. */
  endsAt: Date
}

/** The sign-in that came back. Null for what this server has not signed. */
export function readState(signer: Signer, given: string): CameBack | null {
  const [text = '', signature = ''] = given.split('.')
  if (!signer.verify('sign-in state', text, signature)) return null
  // Signed, so it is ours; but another release may have given it another form.
  const state = signInState.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data
  return state ? { state, ties: tiesOf(signer, state, given), endsAt: new Date(state.at + stateLifeMs) } : null
}

/** Only this server can make the nonce and the verifier that belong to a state. */
const tiesOf = (signer: Signer, { id }: SignInState, state: string): SignInTies => ({
  state,
  nonce: signer.sign('sign-in nonce', id),
  codeVerifier: signer.sign('sign-in verifier', id),
})

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** As RFC 7636 makes a challenge of a verifier; codes and cookies are kept in the same form. */
export const s256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
