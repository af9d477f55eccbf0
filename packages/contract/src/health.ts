import { z } from 'zod'
import { route } from './route.ts'

/**
 * What happens to a mail: a mail server gets it (`sent`). Without one it stays on the server's disk, where whoever runs the
 * server reads it at `/dev/outbox` with the link printed at start (`outbox`), or as files (`folder`).
 */
export const mailWays = ['sent', 'outbox', 'folder'] as const
export type MailWay = (typeof mailWays)[number]

/**
 * What the pages of an installation know of it before they have asked anything: the server writes it into each, under these
 * names. The apps on phones come from the phone itself, so they ask. What is not set up is an empty text.
 */
const installation = z.object({
  'product-name': z.string(),
  'public-url': z.string(),
  'support-email': z.string(),
  /** The plan of a new account. */
  'default-plan': z.string(),
  /** The providers that a browser can be sent to, between spaces. */
  'sign-in': z.string(),
  /** The others who learn something of a user here, between spaces. */
  'third-parties': z.string(),
  /** Where the video player of others comes from. */
  'embed-base': z.string(),
  'source-url': z.string(),
  /** `true` where stand-ins answer for everything outside. */
  demo: z.string(),
  /** The address and the password, behind a space, of the account that everybody may try. */
  'demo-login': z.string(),
})
export type Installation = z.infer<typeof installation>

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
  installation: route({
    method: 'GET',
    path: '/api/installation',
    summary: 'What pages know of this installation before they have asked anything; for apps that come from elsewhere',
    access: 'public',
    responses: {
      200: installation.extend({
        /** The providers that a phone can ask by its own system, between spaces. */
        'native-sign-in': z.string(),
      }),
    },
  }),
}
