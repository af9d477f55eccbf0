import { emailPattern } from '@recaps/domain/email-address'
import { isLocalPath } from '@recaps/domain/local-path'
import { z } from 'zod'
import { newPassword } from './password.ts'
import { route } from './route.ts'
import { user } from './users.ts'

const email = z.email({ pattern: emailPattern, error: 'Please enter a valid email' }).max(254)
/** Composed, as mail servers expect letters with accents. */
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
  /** IANA zone of the browser; schedules and digests run in it. */
  timezone: z.string().max(64).nullish(),
})
export const authResponse = z.object({ token: z.string(), user })
/** A token of a mail, as its link carries it. */
const mailedToken = z.string().min(1).max(200)
export type AuthResponse = z.infer<typeof authResponse>

/** Who else may vouch for people. */
export const identityProvider = z.enum(['google', 'apple'])
export type IdentityProvider = z.infer<typeof identityProvider>

const redirectQuery = z.object({
  /** The page of this site to come back to. */
  redirect: z
    .string()
    .max(512)
    .refine(isLocalPath, { error: 'redirect must be a path of this site' })
    .meta({ pattern: String.raw`^\/(?![\/\\])[^\\\s]*$` })
    .nullish(),
  /**
   * Phones only: the S256 challenge (RFC 7636) of a verifier that the app keeps. The one-time code then comes back to the
   * app, and only the verifier exchanges it.
   */
  challenge: z
    .string()
    .regex(/^[\w-]{43}$/, { error: 'challenge must be a SHA-256 hash in base64url' })
    .nullish(),
  /** IANA zone of the browser, for an account that is made on the way. */
  timezone: z.string().max(64).nullish(),
})

export const exchangeBody = z.object({
  /** The one-time code that came to auth/callback. */
  token: z.string().min(1).max(128),
  /** What the phone's challenge was made of (RFC 7636); browsers are known by a cookie instead. */
  verifier: z.string().min(43).max(128).nullish(),
})

/** The page to come back to is told with the session, so that none stands in an address where it could be planted. */
export const exchangeResponse = authResponse.extend({ redirect: z.string().nullable() })
export type ExchangeResponse = z.infer<typeof exchangeResponse>

const identityToken = z.string().min(1).max(8192)
/** IANA zone of the phone, for an account that is made on the way. */
const timezone = z.string().max(64).nullish()
/** The random text whose SHA-256, in hex, the app gave to the provider as the nonce: so the token alone is worth nothing. */
const nonce = z.string().min(16).max(255)

export const googleTokenBody = z.object({ identityToken, nonce, timezone })

export const appleBody = z
  .object({
    identityToken: identityToken.nullish(),
    /** Another name of `identityToken`. */
    token: identityToken.nullish(),
    nonce,
    timezone,
    /** What Apple gave beside the token: by it the sign-in can be ended at Apple when the account is deleted. */
    authorizationCode: z.string().min(1).max(2048).nullish(),
    /** Apple tells the name to the app alone, at the first sign-in. */
    firstName: name,
    lastName: name,
  })
  .refine(body => body.identityToken ?? body.token, { error: 'identityToken is required', path: ['identityToken'] })
  .meta({
    anyOf: ['identityToken', 'token'].map(name => ({ required: [name], properties: { [name]: { type: 'string' } } })),
  })

export const providersResponse = z.object({
  /** Those a browser can be sent to, a phone's too, by GET /api/auth/google and GET /api/auth/apple. */
  web: z.array(identityProvider),
  /** Those of which the system of a phone can bring a token, to POST /api/auth/google and POST /api/auth/apple. */
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
    summary: 'Make an account and log in',
    access: 'public',
    body: registerBody,
    responses: { 200: authResponse },
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End this session',
    access: 'user',
    responses: { 204: null },
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/api/auth/request-password-reset',
    summary: 'Mail a link to set a new password, if there is such an account; the answer is the same if not',
    access: 'public',
    session: true,
    body: z.object({ email: address }),
    responses: { 200: z.object({ message: z.string() }) },
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token of a mail; every session ends',
    access: 'public',
    session: true,
    body: z.object({ token: mailedToken, newPassword }),
    responses: { 204: null },
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm your email address with the token that was mailed to it',
    access: 'user',
    body: z.object({ token: mailedToken }),
    responses: { 204: null },
  }),
  resendVerification: route({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Mail the link that confirms your email address again',
    access: 'user',
    responses: { 204: null },
  }),
  providers: route({
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'Which other ways to sign in are set up',
    access: 'public',
    responses: { 200: providersResponse },
  }),
  google: route({
    method: 'GET',
    path: '/api/auth/google',
    summary: 'Send the browser to Google to sign in',
    access: 'public',
    query: redirectQuery,
    responses: { 302: null },
  }),
  appleRedirect: route({
    method: 'GET',
    path: '/api/auth/apple',
    summary: 'Send the browser to Apple to sign in',
    access: 'public',
    query: redirectQuery,
    responses: { 302: null },
  }),
  googleReturn: route({
    method: 'GET',
    path: '/google',
    summary: 'Where Google sends the browser back to; it goes on to auth/callback with a one-time code',
    access: 'public',
    responses: { 303: null },
  }),
  appleReturn: route({
    method: 'POST',
    path: '/apple',
    summary: 'Where Apple has the browser post to; it goes on to auth/callback with a one-time code',
    access: 'public',
    consumes: 'application/x-www-form-urlencoded',
    responses: { 303: null },
  }),
  googleToken: route({
    method: 'POST',
    path: '/api/auth/google',
    summary: "Sign in with an identity token of Google's",
    access: 'public',
    body: googleTokenBody,
    responses: { 200: authResponse },
  }),
  apple: route({
    method: 'POST',
    path: '/api/auth/apple',
    summary: "Sign in with an identity token of Apple's",
    access: 'public',
    body: appleBody,
    responses: { 200: authResponse },
  }),
  exchange: route({
    method: 'POST',
    path: '/api/auth/exchange',
    summary: 'Exchange the one-time code of a sign-in for a session',
    access: 'public',
    body: exchangeBody,
    responses: { 200: exchangeResponse },
  }),
}
