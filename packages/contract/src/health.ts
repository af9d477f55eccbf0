import { z } from 'zod'
import { route } from './route.ts'

/**
 * How mails are delivered: through a mail server (`sent`), or kept on the server's disk. There the administrator reads them at
 * `/dev/outbox` with the link printed at start (`outbox`), or as files (`folder`).
 */
export const mailDeliveries = ['sent', 'outbox', 'folder'] as const
export type MailDelivery = (typeof mailDeliveries)[number]

/**
 * Facts about this installation that the server writes into each page under these names, so that pages need no request.
 * Phone apps are not served from the server, so they fetch them. A field that is not set up is an empty string.
 */
const installation = z.object({
  'product-name': z.string(),
  'public-url': z.string(),
  'support-email': z.string(),
  /** Plan of a new account. */
  'default-plan': z.string(),
  /** Sign-in providers a browser can be redirected to, separated by spaces. */
  'sign-in': z.string(),
  /** Third parties that receive user data, separated by spaces. */
  'third-parties': z.string(),
  /** Base URL of the embedded video player. */
  'embed-base': z.string(),
  'source-url': z.string(),
  /** `true` if all external services are replaced by fakes. */
  demo: z.string(),
  /** Email address and password of the public demo account, separated by a space. */
  'demo-login': z.string(),
})
export type Installation = z.infer<typeof installation>

export const health = {
  status: route({
    method: 'GET',
    path: '/health',
    summary: 'Check whether the service and its database respond',
    access: 'public',
    responses: { 200: z.object({ status: z.enum(['ok', 'stopping']) }) },
  }),
  version: route({
    method: 'GET',
    path: '/health/version',
    summary: 'Get the API and server versions, and whether demo mode, mail delivery and speech to text are set up',
    access: 'public',
    responses: {
      200: z.object({
        version: z.string(),
        app: z.string(),
        product: z.string(),
        demo: z.boolean(),
        mail: z.enum(mailDeliveries),
        /** Whether speech to text is set up: recordings can be uploaded, and videos without captions are transcribed. */
        listens: z.boolean(),
      }),
    },
  }),
  installation: route({
    method: 'GET',
    path: '/api/installation',
    summary: 'Get the public facts about this installation, for phone apps that are not served from it',
    access: 'public',
    responses: {
      200: installation.extend({
        /** Sign-in providers supported by the phone's own system, separated by spaces. */
        'native-sign-in': z.string(),
      }),
    },
  }),
}
