import { emailPattern } from '@recaps/domain/email-address'
import { isLocalPath } from '@recaps/domain/local-path'
import { z } from 'zod'
import { newPassword } from './password.ts'
import { route } from './route.ts'
import { user } from './users.ts'

const email = z.email({ pattern: emailPattern, error: 'Please enter a valid email' }).max(254)
/** Normalized to NFC, because mail servers expect composed letters with accents. */
const address = z.string().trim().normalize('NFC').max(254).pipe(email).meta({ format: 'idn-email' })
const name = z.string().trim().max(100).nullish()

export const loginBody = z.object({
  email: address,
  password: z.string().min(1).max(1024),
})
export const registerBody = z.object({
  email: address,
  password: newPassword,
  firstName: name,
  lastName: name,
  /** IANA time zone of the browser, used for schedules and digests. */
  timezone: z.string().max(64).nullish(),
})
export const authResponse = z.object({ token: z.string(), user })
/** The token from a mailed link. */
const mailedToken = z.string().min(1).max(200)
export type AuthResponse = z.infer<typeof authResponse>

export const identityProvider = z.enum(['google', 'apple'])
export type IdentityProvider = z.infer<typeof identityProvider>

const redirectQuery = z.object({
  /** The page of this site to return to. */
  redirect: z
    .string()
    .max(512)
    .refine(isLocalPath, { error: 'redirect must be a path of this site' })
    .meta({ pattern: String.raw`^\/(?![\/\\])[^\\\s]*$` })
    .nullish(),
  /**
   * Phones only: the S256 challenge (RFC 7636) of a verifier that the app keeps. The one-time code is then returned to the
   * app and can only be exchanged with the verifier.
   */
  challenge: z
    .string()
    .regex(/^[\w-]{43}$/, { error: 'challenge must be a SHA-256 hash in base64url' })
    .nullish(),
  /** IANA time zone of the browser, in case a new account is created. */
  timezone: z.string().max(64).nullish(),
})

export const exchangeBody = z.object({
  /** The one-time code sent to auth/callback. */
  token: z.string().min(1).max(128),
  /** The verifier of the phone's challenge (RFC 7636). Browsers use a cookie instead. */
  verifier: z.string().min(43).max(128).nullish(),
})

/** `redirect` is returned with the session instead of in the callback URL, where an attacker could plant one. */
export const exchangeResponse = authResponse.extend({ redirect: z.string().nullable() })
export type ExchangeResponse = z.infer<typeof exchangeResponse>

const identityToken = z.string().min(1).max(8192)
/** IANA time zone of the phone, in case a new account is created. */
const timezone = z.string().max(64).nullish()
/** Random text. The app passed its SHA-256 in hex to the provider as the nonce, so a stolen token alone is useless. */
const nonce = z.string().min(16).max(255)

export const googleTokenBody = z.object({ identityToken, nonce, timezone })

export const appleBody = z
  .object({
    identityToken: identityToken.nullish(),
    /** Alias of `identityToken`. */
    token: identityToken.nullish(),
    nonce,
    timezone,
    /** Sent by Apple with the token. Lets us revoke the sign-in at Apple when the account is deleted. */
    authorizationCode: z.string().min(1).max(2048).nullish(),
    /** Apple gives the name only to the app, at the first sign-in. */
    firstName: name,
    lastName: name,
  })
  .refine(body => body.identityToken ?? body.token, { error: 'identityToken is required', path: ['identityToken'] })
  .meta({
    anyOf: ['identityToken', 'token'].map(name => ({ required: [name], properties: { [name]: { type: 'string' } } })),
  })

export const providersResponse = z.object({
  /** Providers for redirects by GET /api/auth/google and GET /api/auth/apple, including a phone's browser. */
  web: z.array(identityProvider),
  /** Providers whose tokens from the phone's system can be posted to POST /api/auth/google and POST /api/auth/apple. */
  native: z.array(identityProvider),
})

export const auth = {
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Log in with email and password',
    access: 'public',
    session: true,
    body: loginBody,
    responses: { 200: authResponse },
  }),
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account and log in',
    access: 'public',
    body: registerBody,
    responses: { 200: authResponse },
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Log out of this session',
    access: 'user',
    responses: { 204: null },
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/api/auth/request-password-reset',
    summary: 'Email a link to set a new password; the response is the same if there is no such account',
    access: 'public',
    session: true,
    body: z.object({ email: address }),
    responses: { 200: z.object({ message: z.string() }) },
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token from an email, and end all sessions',
    access: 'public',
    session: true,
    body: z.object({ token: mailedToken, newPassword }),
    responses: { 204: null },
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm your email address with the token from an email',
    access: 'user',
    body: z.object({ token: mailedToken }),
    responses: { 204: null },
  }),
  resendVerification: route({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Send the email that confirms your address again',
    access: 'user',
    responses: { 204: null },
  }),
  providers: route({
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'List the sign-in providers that are set up',
    access: 'public',
    responses: { 200: providersResponse },
  }),
  google: route({
    method: 'GET',
    path: '/api/auth/google',
    summary: 'Redirect the browser to Google to sign in',
    access: 'public',
    query: redirectQuery,
    responses: { 302: null },
  }),
  appleRedirect: route({
    method: 'GET',
    path: '/api/auth/apple',
    summary: 'Redirect the browser to Apple to sign in',
    access: 'public',
    query: redirectQuery,
    responses: { 302: null },
  }),
  googleReturn: route({
    method: 'GET',
    path: '/google',
    summary: 'Return URL for Google; redirects to auth/callback with a one-time code',
    access: 'public',
    responses: { 303: null },
  }),
  appleReturn: route({
    method: 'POST',
    path: '/apple',
    summary: 'Return URL for Apple’s form post; redirects to auth/callback with a one-time code',
    access: 'public',
    consumes: 'application/x-www-form-urlencoded',
    responses: { 303: null },
  }),
  googleToken: route({
    method: 'POST',
    path: '/api/auth/google',
    summary: 'Sign in with an identity token from Google',
    access: 'public',
    body: googleTokenBody,
    responses: { 200: authResponse },
  }),
  apple: route({
    method: 'POST',
    path: '/api/auth/apple',
    summary: 'Sign in with an identity token from Apple',
    access: 'public',
    body: appleBody,
    responses: { 200: authResponse },
  }),
  exchange: route({
    method: 'POST',
    path: '/api/auth/exchange',
    summary: 'Exchange the one-time code from a sign-in for a session',
    access: 'public',
    body: exchangeBody,
    responses: { 200: exchangeResponse },
  }),
}
