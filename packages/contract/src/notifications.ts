import { z } from 'zod'
import { route } from './route.ts'
import { leftByTrim } from './schemas.ts'

export const pushPlatforms = ['web', 'ios', 'android'] as const
export type PushPlatform = (typeof pushPlatforms)[number]

/** What a device can be told of: a digest has come, a summary is ready, something about the product is new. */
export const topics = ['digest', 'ready', 'product'] as const
export type Topic = (typeof topics)[number]

/** Those that a newly registered device is told of. */
export const firstTopics = ['digest', 'ready'] as const satisfies readonly Topic[]

/** In a browser the serialised PushSubscription, on phones the registration token of FCM. */
const token = z.string().trim().min(1).max(4096).meta(leftByTrim(1))
const device = z.object({ platform: z.enum(pushPlatforms), topics: z.array(z.enum(topics)) })
export type Device = z.infer<typeof device>

const topicBody = z.object({ token, topic: z.enum(topics, { error: `topic must be one of ${topics.join(', ')}` }) })

export const notifications = {
  vapidKey: route({
    method: 'GET',
    path: '/api/notifications/vapid-key',
    summary: 'The public key with which a browser subscribes to our push messages',
    access: 'user',
    responses: { 200: z.object({ key: z.string() }) },
  }),
  registerToken: route({
    method: 'POST',
    path: '/api/notifications/register-token',
    summary: 'Register this device for push messages; a device of somebody else becomes yours',
    access: 'user',
    body: z.object({ token, platform: z.enum(pushPlatforms) }),
    responses: { 200: device },
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/notifications/subscribe',
    summary: 'Tell a device of yours about a topic',
    access: 'user',
    body: topicBody,
    responses: { 200: device },
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/api/notifications/unsubscribe',
    summary: 'Tell a device of yours no more about a topic',
    access: 'user',
    body: topicBody,
    responses: { 200: device },
  }),
  removeToken: route({
    method: 'POST',
    path: '/api/notifications/remove-token',
    summary: 'Forget a device of yours, as at log-out',
    access: 'user',
    body: z.object({ token }),
    responses: { 204: null },
  }),
  test: route({
    method: 'POST',
    path: '/api/notifications/test',
    summary: 'Send a push message to your own devices',
    access: 'user',
    responses: {
      200: z.object({
        sent: z.number().int(),
        /** Could not be reached just now. */
        failed: z.number().int(),
        /** Are no longer registered where they were, and were forgotten. */
        gone: z.number().int(),
      }),
    },
  }),
}
