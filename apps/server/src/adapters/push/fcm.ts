import { JWT } from 'google-auth-library'
import { z } from 'zod'
import type { AddressedPush } from '../../ports/push.ts'
import { fetchForLibraries } from '../outbound/fetch-for-libraries.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
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
  /** Time for one request: a message, or the leave to send some. */
  deadlineMs?: number
}

const base = 'https://fcm.googleapis.com'
const usualDeadlineMs = 10_000
const keptForSeconds = 24 * 3600
const hosts = new Set(['fcm.googleapis.com', 'oauth2.googleapis.com', 'www.googleapis.com'])
const maxBytes = 256 * 1024

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
    transporterOptions: {
      fetchImplementation: fetchForLibraries(guardedFetch({ hosts, ...(url ? { fakeUrl: url } : {}) }), {
        deadlineMs,
        maxBytes,
      }),
      // How often a message is tried is for those to decide who send it.
      retryConfig: { retry: 0 },
    },
  })
  /** Whether this is the project of the apps: with the key of another one every phone would be of another project. */
  let hasSent = false

  return {
    refuse: (token: string): string | null => (isToken(token) ? null : 'This is not the push token of a phone.'),

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
        if (isGone(error) || (hasSent && isOfAnotherProject(error))) return 'gone'
        throw notDelivered('fcm', error instanceof Error ? error.message : 'no answer', error)
      }
    },
  }
}

/**
 * The tag replaces on the device, the collapse key while it waits for it: Google keeps one message for each of up to four of
 * them, and without any just the last.
 */
const fcmMessage = (token: string, { title, body, path, topic, tag, unread }: AddressedPush) => {
  const key = collapseKey(tag)
  return {
    token,
    notification: { title, body },
    data: { path, topic, tag: key },
    android: {
      ttl: `${keptForSeconds}s`,
      collapse_key: key,
      // Without a count launchers take each message for one.
      notification: { tag: key, ...(unread > 0 ? { notification_count: unread } : {}) },
    },
    // The icon tells it while the app is closed too; open, the app puts it right.
    apns: { headers: { 'apns-collapse-id': key }, payload: { aps: { sound: 'default', badge: unread } } },
  }
}

/** What the library throws of an answer that is none of success. */
const refused = z.object({ status: z.number(), response: z.object({ data: z.unknown() }).optional() })

/** `UNREGISTERED`: the app was removed; `INVALID_ARGUMENT` about the token: it never was one. */
function isGone(error: unknown): boolean {
  const { status, text } = answerOf(error)
  return (
    status === 404 ||
    text.includes('UNREGISTERED') ||
    (status === 400 && /INVALID_ARGUMENT/.test(text) && /registration token/i.test(text))
  )
}

/** As all phones are of before our project was changed; and all there are, where the key is of a wrong one. */
const isOfAnotherProject = (error: unknown): boolean => answerOf(error).text.includes('SENDER_ID_MISMATCH')

function answerOf(error: unknown): { status: number | undefined; text: string } {
  const answer = refused.safeParse(error).data
  return { status: answer?.status, text: JSON.stringify(answer?.response?.data ?? '') }
}
