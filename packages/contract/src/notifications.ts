import { z } from 'zod'
import { route } from './route.ts'
import { minTrimmedLength } from './schemas.ts'

export const pushPlatforms = ['web', 'ios', 'android'] as const
export type PushPlatform = (typeof pushPlatforms)[number]

/** What a device can be notified about: a new digest, a ready summary, product news. */
export const topics = ['digest', 'ready', 'product'] as const
export type Topic = (typeof topics)[number]

/** Topics that a newly registered device is subscribed to. */
export const defaultTopics = ['digest', 'ready'] as const satisfies readonly Topic[]

/** In a browser the serialized PushSubscription, on phones the FCM registration token. */
const token = z.string().trim().min(1).max(4096).meta(minTrimmedLength(1))
const device = z.object({ platform: z.enum(pushPlatforms), topics: z.array(z.enum(topics)) })
export type Device = z.infer<typeof device>

const topicBody = z.object({ token, topic: z.enum(topics, { error: `topic must be one of ${topics.join(', ')}` }) })

export const notifications = {
  vapidKey: route({
    method: 'GET',
    path: '/api/notifications/vapid-key',
    summary: 'Get the public key that a browser needs to subscribe to push notifications',
    access: 'user',
    responses: { 200: z.object({ key: z.string() }) },
  }),
  registerToken: route({
    method: 'POST',
    path: '/api/notifications/register-token',
    summary: 'Register this device for push notifications; a device of another account moves to yours',
    access: 'user',
    body: z.object({ token, platform: z.enum(pushPlatforms) }),
    responses: { 200: device },
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/notifications/subscribe',
    summary: 'Subscribe one of your devices to a topic',
    access: 'user',
    body: topicBody,
    responses: { 200: device },
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/api/notifications/unsubscribe',
    summary: 'Unsubscribe one of your devices from a topic',
    access: 'user',
    body: topicBody,
    responses: { 200: device },
  }),
  removeToken: route({
    method: 'POST',
    path: '/api/notifications/remove-token',
    summary: 'Remove one of your devices, for example on logout',
    access: 'user',
    body: z.object({ token }),
    responses: { 204: null },
  }),
  test: route({
    method: 'POST',
    path: '/api/notifications/test',
    summary: 'Send a test notification to your devices',
    access: 'user',
    responses: {
      200: z.object({
        sent: z.number().int(),
        /** Devices that could not be reached right now. */
        failed: z.number().int(),
        /** Devices that were no longer registered with their push service and have been removed. */
        gone: z.number().int(),
      }),
    },
  }),
}
