import { z } from 'zod'
import { route } from './route.ts'

/**
 * What becomes of a mail: it is `sent` by a mail server; without one it rests on the server's disk, in an `outbox` that
 * the caller can read at `/dev/outbox`, being on that machine, or in a `folder` for whoever runs the server.
 */
export const mailWays = ['sent', 'outbox', 'folder'] as const
export type MailWay = (typeof mailWays)[number]

export const health = {
  status: route({
    method: 'GET',
    path: '/health',
    summary: 'Whether the service and its database answer',
    access: 'public',
    responses: { 200: z.object({ status: z.enum(['ok', 'stopping']) }) },
  }),
  version: route({
    method: 'GET',
    path: '/health/version',
    summary:
      'The version of the API and of the program, whether it runs in the demo, what becomes of mails, and whether it listens to recordings',
    access: 'public',
    responses: {
      200: z.object({
        version: z.string(),
        app: z.string(),
        product: z.string(),
        demo: z.boolean(),
        mail: z.enum(mailWays),
        /** Whether recordings can be uploaded, and videos without captions are listened to. */
        listens: z.boolean(),
      }),
    },
  }),
}
