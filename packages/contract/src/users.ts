import { z } from 'zod'
import { route } from './route.ts'
import { id, instant } from './schemas.ts'
import { plan } from './subscriptions.ts'

export const user = z.object({
  id,
  email: z.email(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profilePicture: z.string().nullable(),
  /** IANA zone. The three `dst…` fields are derived from it for the current year. */
  timezone: z.string(),
  dstEnabled: z.boolean(),
  dstStart: instant.nullable(),
  dstEnd: instant.nullable(),
  /** The plans that count for this user; the first one is the active plan. */
  subscriptions: z.array(plan),
})
export type User = z.infer<typeof user>

export const users = {
  profile: route({
    method: 'GET',
    path: '/api/users/profile',
    summary: 'Read your profile',
    access: 'user',
    session: true,
    responses: { 200: user },
  }),
}
