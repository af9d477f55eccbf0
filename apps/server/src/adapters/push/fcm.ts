import { JWT, type JWTOptions } from 'google-auth-library'
import { z } from 'zod'
import type { PushMessage } from '../../ports/push.ts'
import { collapseKey } from './collapse-key.ts'
import { notDelivered } from './failure.ts'

/** The parts of a service account's key file that are needed. */
export interface ServiceAccount {
  project_id: string
  client_email: string
  /** PEM, PKCS #8. */
  private_key: string
}

export interface FcmConfig {
  account: ServiceAccount
  /** Sends everything meant for Google to this address instead: a stand-in. */
  url?: string
  /** Time for one message. */
  deadlineMs?: number
}

const base = 'https://fcm.googleapis.com'
const usualDeadlineMs = 10_000
const keptForSeconds = 24 * 3600

/** Registration tokens of FCM are URL-safe; anything else never was one. */
const isToken = (token: string): boolean => /^[\w:.-]{20,4096}$/.test(token)

/**
 * Push messages to phones by Firebase Cloud Messaging, version 1 of its HTTP interface. Google's own library signs in with
 * the service account; the rest of Firebase's is not needed for the one call.
 */
export function fcmPush({ account, url, deadlineMs = usualDeadlineMs }: FcmConfig) {
  const client = new JWT({
    email: account.client_email,
    key: account.private_key,
    scopes: ['https://www.googleapis.com/auth/firebase.messaging'],
    ...(url ? { transporterOptions: toStandIn(url) } : {}),
  })

  return {
    refuse: (token: string): string | null => (isToken(token) ? null : 'This is not the push token of a phone.'),

    async send(token: string, message: PushMessage): Promise<'sent' | 'gone'> {
      try {
        await client.request({
          url: `${base}/v1/projects/${account.project_id}/messages:send`,
          method: 'POST',
          data: { message: fcmMessage(token, message) },
          signal: AbortSignal.timeout(deadlineMs),
          // How often a message is tried is for those to decide who send it.
          retry: false,
        })
        return 'sent'
      } catch (error) {
        if (isGone(error)) return 'gone'
        throw notDelivered('fcm', error instanceof Error ? error.message : 'no answer', error)
      }
    },
  }
}

/**
 * The tag replaces on the device, the collapse key while it waits for it: Google keeps one message for each of up to four of
 * them, and without any just the last.
 */
const fcmMessage = (token: string, { title, body, path, topic, tag }: PushMessage) => {
  const key = collapseKey(tag)
  return {
    token,
    notification: { title, body },
    data: { path, topic, tag: key },
    android: { ttl: `${keptForSeconds}s`, collapse_key: key, notification: { tag: key } },
    apns: { headers: { 'apns-collapse-id': key }, payload: { aps: { sound: 'default' } } },
  }
}

/** What the library throws of an answer that is none of success. */
const refused = z.object({ status: z.number(), response: z.object({ data: z.unknown() }).optional() })

/** `UNREGISTERED`: the app was removed; `INVALID_ARGUMENT` about the token: it never was one. */
function isGone(error: unknown): boolean {
  const answer = refused.safeParse(error).data
  const text = JSON.stringify(answer?.response?.data ?? '')
  return (
    answer?.status === 404 ||
    text.includes('UNREGISTERED') ||
    (answer?.status === 400 && /INVALID_ARGUMENT/.test(text) && /registration token/i.test(text))
  )
}

/** The library's own way to replace what carries its requests. */
const toStandIn = (standIn: string): NonNullable<JWTOptions['transporterOptions']> => ({
  fetchImplementation: (input, init) => {
    const meant = new URL(input instanceof Request ? input.url : input)
    const headers = new Headers(init?.headers)
    headers.set('x-original-host', meant.host)
    return fetch(`${new URL(standIn).origin}${meant.pathname}${meant.search}`, { ...init, headers })
  },
})
