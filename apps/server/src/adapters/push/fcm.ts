import { JWT } from 'google-auth-library'
import { z } from 'zod'
import type { AddressedPush } from '../../ports/push.ts'
import { fetchForLibraries } from '../outbound/fetch-for-libraries.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { collapseKey } from './collapse-key.ts'
import { deliveryError } from './delivery-error.ts'

/** The fields we use of a service account's key file. */
export interface FcmServiceAccount {
  project_id: string
  client_email: string
  /** PEM, PKCS #8. */
  private_key: string
}

export interface FcmConfig {
  account: FcmServiceAccount
  /** Base URL of a fake that is called instead of Google. */
  url?: string
  /** Timeout of one request, for a message or an access token. */
  deadlineMs?: number
}

const base = 'https://fcm.googleapis.com'
const defaultDeadlineMs = 10_000
const ttlSeconds = 24 * 3600
const hosts = new Set(['fcm.googleapis.com', 'oauth2.googleapis.com', 'www.googleapis.com'])
const maxBytes = 256 * 1024

/** FCM registration tokens are URL-safe. */
const isToken = (token: string): boolean => /^[\w:.-]{20,4096}$/.test(token)

/**
 * Push notifications to phones with version 1 of the FCM HTTP API. `google-auth-library` gets the access tokens; the Firebase SDK isn't
 * needed for a single call.
 */
export function fcmPush({ account, url, deadlineMs = defaultDeadlineMs }: FcmConfig) {
  const client = new JWT({
    email: account.client_email,
    key: account.private_key,
    scopes: ['https://www.googleapis.com/auth/firebase.messaging'],
    transporterOptions: {
      fetchImplementation: fetchForLibraries(guardedFetch({ hosts, ...(url ? { fakeUrl: url } : {}) }), {
        deadlineMs,
        maxBytes,
      }),
      // The caller decides about retries.
      retryConfig: { retry: 0 },
    },
  })
  /** Proves that the key belongs to the apps' project. With a wrong key, every phone would seem to belong to another project. */
  let hasSent = false

  return {
    validateToken: (token: string): string | null => (isToken(token) ? null : 'This is not a valid phone push token.'),

    async send(token: string, message: AddressedPush): Promise<'sent' | 'gone'> {
      try {
        await client.request({
          url: `${base}/v1/projects/${account.project_id}/messages:send`,
          method: 'POST',
          data: { message: fcmMessage(token, message) },
        })
        hasSent = true
        return 'sent'
      } catch (error) {
        if (isGone(error) || (hasSent && isSenderMismatch(error))) return 'gone'
        throw deliveryError('fcm', error instanceof Error ? error.message : 'no response', error)
      }
    },
  }
}

/**
 * The tag replaces a notification on the device; the collapse key replaces a message still pending at Google. For an offline device,
 * Google keeps one message for each of up to four collapse keys, and only the last message without a key.
 */
const fcmMessage = (token: string, { title, body, path, topic, tag, unread }: AddressedPush) => {
  const key = collapseKey(tag)
  return {
    token,
    notification: { title, body },
    data: { path, topic, tag: key },
    android: {
      ttl: `${ttlSeconds}s`,
      collapse_key: key,
      // Without a count, launchers add one for each message.
      notification: { tag: key, ...(unread > 0 ? { notification_count: unread } : {}) },
    },
    // The badge also updates while the app is closed. The app corrects it when opened.
    apns: { headers: { 'apns-collapse-id': key }, payload: { aps: { sound: 'default', badge: unread } } },
  }
}

/** The library's error for responses with an error status. */
const errorResponse = z.object({ status: z.number(), response: z.object({ data: z.unknown() }).optional() })

/** `UNREGISTERED`: the app was uninstalled. `INVALID_ARGUMENT` about the token: it was never valid. */
function isGone(error: unknown): boolean {
  const { status, text } = parseErrorResponse(error)
  return (
    status === 404 ||
    text.includes('UNREGISTERED') ||
    (status === 400 && /INVALID_ARGUMENT/.test(text) && /registration token/i.test(text))
  )
}

/** The token was issued for another Firebase project: the operator switched projects, or configured the key of a wrong one. */
const isSenderMismatch = (error: unknown): boolean => parseErrorResponse(error).text.includes('SENDER_ID_MISMATCH')

function parseErrorResponse(error: unknown): { status: number | undefined; text: string } {
  const parsed = errorResponse.safeParse(error).data
  return { status: parsed?.status, text: JSON.stringify(parsed?.response?.data ?? '') }
}
