import { z } from 'zod'
import { route } from './route.ts'
import { user } from './users.ts'

const email = z.email({ error: 'Please enter a valid email' }).max(254)
/** At most 256 characters: a longer one is no safer and costs hashing time. */
const newPassword = z
  .string()
  .min(8, { error: 'Password must be at least 8 characters' })
  .max(256, { error: 'Password must be at most 256 characters' })
const name = z.string().trim().max(100).nullish()

export const loginBody = z.object({
  email: z.string().trim().max(254).pipe(email),
  password: z.string().min(1).max(1024),
})
export const registerBody = z.object({
  email: z.string().trim().max(254).pipe(email),
  password: newPassword,
  firstName: name,
  lastName: name,
  /** IANA zone of the browser; schedules and digests run in it. */
  timezone: z.string().max(64).nullish(),
})
export const authResponse = z.object({ token: z.string(), user })
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
}
