import { ECDH } from 'node:crypto'
import webPush from 'web-push'
import { z } from 'zod'
import type { AddressedPush, PushMessage } from '../../ports/push.ts'
import { OutboundError, type OutboundResponse } from '../outbound/fetch.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { collapseKey } from './collapse-key.ts'
import { deliveryError } from './delivery-error.ts'
import type { VapidKeys } from './vapid.ts'

/** Base64url of exactly `length` bytes (RFC 8291: an uncompressed P-256 point and a 16-byte secret). */
const bytesOf = (length: number) =>
  z
    .string()
    .max(200)
    .refine(text => Buffer.from(text, 'base64url').byteLength === length)

/** Without this check, an invalid point would fail only at the first message. */
function isPoint(text: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(text, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

const subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2048),
  keys: z.object({ p256dh: bytesOf(65).refine(isPoint), auth: bytesOf(16) }),
})
type Subscription = z.infer<typeof subscription>

export interface WebPushConfig {
  keys: VapidKeys
  /** Contact for the push services' operators: a `mailto:` or https URL. */
  contact: string
  /** Base URL of a fake that is called instead of the push services. */
  url?: string
  /** Timeout of one message. */
  deadlineMs?: number
}

const defaultDeadlineMs = 10_000
/** Notifications are outdated after a day. */
const ttlSeconds = 24 * 3600
const maxTitleLength = 120
const maxBodyLength = 300

/**
 * Push notifications to browsers (RFC 8030, 8291, 8292). The endpoint comes from the user's subscription and is untrusted, so only
 * public addresses are allowed.
 */
export function browserPush({ keys, contact, url, deadlineMs = defaultDeadlineMs }: WebPushConfig) {
  const fetch = guardedFetch({ hosts: 'any', ...(url ? { fakeUrl: url } : {}) })

  return {
    validateToken: (token: string): string | null =>
      parseSubscription(token) ? null : 'This is not a valid browser push subscription.',

    async send(token: string, message: AddressedPush): Promise<'sent' | 'gone'> {
      const subscriber = parseSubscription(token)
      if (!subscriber) return 'gone'
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscriber, payload(message), {
        TTL: ttlSeconds,
        urgency: 'normal',
        topic: collapseKey(message.tag),
        vapidDetails: { subject: contact, ...keys },
      })
      const response = await fetch({
        url: endpoint,
        method: method as 'POST',
        headers: textHeaders(headers),
        body,
        deadlineMs,
        maxBytes: 64 * 1024,
      }).catch((error: unknown) => {
        throw error instanceof OutboundError ? deliveryError('web-push', error.message, error) : error
      })
      return outcomeOf(response)
    },
  }
}

function outcomeOf({ status, body }: OutboundResponse): 'sent' | 'gone' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  throw deliveryError('web-push', `${status} ${Buffer.from(body).toString('utf8').slice(0, 200)}`)
}

function parseSubscription(token: string): Subscription | null {
  try {
    return subscription.parse(JSON.parse(token))
  } catch {
    return null
  }
}

/** JSON for the service worker, well below the 4096 bytes that push services accept. */
const payload = ({ title, body, path, topic, tag }: PushMessage): string =>
  JSON.stringify({
    title: title.slice(0, maxTitleLength),
    body: body.slice(0, maxBodyLength),
    path,
    topic,
    tag: collapseKey(tag),
  })

/** Drops `Content-Length`, which fetch sets again. */
const textHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)] as const],
    ),
  )
