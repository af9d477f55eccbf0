import { z } from 'zod'
import { newPassword } from './password.ts'
import { route } from './route.ts'
import { user } from './users.ts'

const email = z.email({ error: 'Please enter a valid email' }).max(254)
const address = z.string().trim().max(254).pipe(email)
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

export const auth = {
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Log in with e-mail and password',
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
    body: z.object({ email: address }),
    responses: { 200: z.object({ message: z.string() }) },
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token of a mail; every session ends',
    access: 'public',
    body: z.object({ token: mailedToken, newPassword }),
    responses: { 204: null },
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm the e-mail address with the token of a mail',
    access: 'public',
    body: z.object({ token: mailedToken }),
    responses: { 204: null },
  }),
  resendVerification: route({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Mail the link that confirms your e-mail address again',
    access: 'user',
    responses: { 204: null },
  }),
}
