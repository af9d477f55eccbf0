import { ECDH } from 'node:crypto'
import webPush from 'web-push'
import { z } from 'zod'
import type { AddressedPush, PushMessage } from '../../ports/push.ts'
import { type OutboundAnswer, OutboundError } from '../outbound/fetch.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { collapseKey } from './collapse-key.ts'
import { notDelivered } from './failure.ts'
import type { VapidKeys } from './vapid.ts'

/** Encoded bytes of exactly this length (RFC 8291: an uncompressed point of P-256, and a secret of 16 bytes). */
const bytesOf = (length: number) =>
  z
    .string()
    .max(200)
    .refine(text => Buffer.from(text, 'base64url').byteLength === length)

/** What is no point of the curve would fail only when there is something to send. */
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
  /** Whom a push service writes to when something is wrong: `mailto:` or https. */
  contact: string
  /** Sends everything to this address instead: a stand-in. */
  url?: string
  /** Time for one message. */
  deadlineMs?: number
}

const usualDeadlineMs = 10_000
/** A message that waits longer than a day for its device is not news any more. */
const keptForSeconds = 24 * 3600
const mostTitle = 120
const mostBody = 300

/**
 * Push messages to browsers (RFC 8030, 8291, 8292). Where they go is written in the subscription, which a user hands in:
 * the connector lets only public addresses through.
 */
export function webPushTo({ keys, contact, url, deadlineMs = usualDeadlineMs }: WebPushConfig) {
  const fetch = guardedFetch({ hosts: 'any', ...(url ? { fakeUrl: url } : {}) })

  return {
    refuse: (token: string): string | null => (read(token) ? null : 'This is not the push subscription of a browser.'),

    async send(token: string, message: AddressedPush): Promise<'sent' | 'gone'> {
      const device = read(token)
      if (!device) return 'gone'
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(device, payload(message), {
        TTL: keptForSeconds,
        urgency: 'normal',
        topic: collapseKey(message.tag),
        vapidDetails: { subject: contact, ...keys },
      })
      const answer = await fetch({
        url: endpoint,
        method: method as 'POST',
        headers: textHeaders(headers),
        body,
        deadlineMs,
        maxBytes: 64 * 1024,
      }).catch((error: unknown) => {
        throw error instanceof OutboundError ? notDelivered('web-push', error.message, error) : error
      })
      return outcomeOf(answer)
    },
  }
}

function outcomeOf({ status, body }: OutboundAnswer): 'sent' | 'gone' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  throw notDelivered('web-push', `${status} ${Buffer.from(body).toString('utf8').slice(0, 200)}`)
}

function read(token: string): Subscription | null {
  try {
    return subscription.parse(JSON.parse(token))
  } catch {
    return null
  }
}

/** What the service worker shows; well below the 4096 bytes that a push service takes. */
const payload = ({ title, body, path, topic, tag }: PushMessage): string =>
  JSON.stringify({
    title: title.slice(0, mostTitle),
    body: body.slice(0, mostBody),
    path,
    topic,
    tag: collapseKey(tag),
  })

/** `Content-Length` is counted anew by whoever sends. */
const textHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)] as const],
    ),
  )
