import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { z } from 'zod'
import { ProviderError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { StoreMessage } from '../../../ports/payments.ts'
import type { GoogleApi } from './api.ts'
import { googleUnavailable } from './errors.ts'
import { notificationTypeName } from './notification-types.ts'
import type { GoogleStoreConfig } from './store.ts'

export interface MessagesConfig extends Pick<GoogleStoreConfig, 'packageName' | 'push'> {
  calls: Pick<GoogleApi, 'fetchForLibraries'>
}

const keysUrl = new URL('https://www.googleapis.com/oauth2/v3/certs')
/** Milliseconds before Google's keys are fetched again for a token that is signed with an unknown key. */
const cooldownDuration = 5_000
/** Seconds of clock skew. */
const clockTolerance = 30
/** A notification is a few hundred bytes. */
const maxBytes = 256 * 1024
const maxTokenLength = 8_000

/**
 * Parses notifications pushed by Pub/Sub. The message itself is not signed. Its bearer token, issued by Google for our service account and
 * audience, proves that it comes from our push subscription.
 */
export function googleMessageReader({ calls, packageName, push }: MessagesConfig, clock: Clock) {
  const keys = createRemoteJWKSet(keysUrl, { [customFetch]: withKeyCheck(calls.fetchForLibraries), cooldownDuration })

  async function isFromOurSubscription(token: string): Promise<boolean> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: 'https://accounts.google.com',
        audience: push.audience,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat', 'email'],
        clockTolerance,
        currentDate: clock.now(),
      })
      return payload.email === push.account && payload.email_verified === true
    } catch (error) {
      if (error instanceof ProviderError) throw error
      return false
    }
  }

  return async (body: Uint8Array, authorization: string | undefined): Promise<StoreMessage | null> => {
    const token = /^Bearer ([\w.-]+)$/.exec(authorization ?? '')?.[1] ?? ''
    if (body.byteLength > maxBytes || token.length === 0 || token.length > maxTokenLength) return null
    if (!(await isFromOurSubscription(token))) return null
    const message = envelope.safeParse(parseJson(Buffer.from(body).toString('utf8'))).data?.message
    const parsed =
      message && notification.safeParse(parseJson(Buffer.from(message.data, 'base64').toString('utf8'))).data
    return parsed?.packageName === packageName ? { id: message!.messageId, ...typeAndReceipt(parsed) } : null
  }
}

const receipt = z.string().min(1).max(2_000)
const envelope = z.object({ message: z.object({ messageId: z.string().regex(/^[\w-]{1,255}$/), data: z.string() }) })
const notification = z.object({
  packageName: z.string(),
  subscriptionNotification: z.object({ notificationType: z.number().int(), purchaseToken: receipt }).optional(),
  voidedPurchaseNotification: z.object({ purchaseToken: receipt, productType: z.number().int() }).optional(),
  oneTimeProductNotification: z.object({}).optional(),
  testNotification: z.object({}).optional(),
})

/** Value of `productType` for subscriptions. */
const subscriptionType = 1

/** The type is only for the log; the purchase is fetched from Google. */
function typeAndReceipt(content: z.infer<typeof notification>): Pick<StoreMessage, 'type' | 'receipt'> {
  const { subscriptionNotification, voidedPurchaseNotification } = content
  if (subscriptionNotification)
    return {
      type: notificationTypeName(subscriptionNotification.notificationType),
      receipt: subscriptionNotification.purchaseToken,
    }
  if (voidedPurchaseNotification) {
    const { productType, purchaseToken } = voidedPurchaseNotification
    return { type: 'VOIDED_PURCHASE', receipt: productType === subscriptionType ? purchaseToken : null }
  }
  const type = content.testNotification ? 'TEST' : content.oneTimeProductNotification ? 'ONE_TIME_PRODUCT' : 'UNKNOWN'
  return { type, receipt: null }
}

const keySet = z.object({ keys: z.array(z.object({})).min(1) })

/** Throws a retryable error if Google's keys are unavailable, so that Pub/Sub delivers the message again. */
const withKeyCheck =
  (fetchKeys: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await fetchKeys(input, init).catch(() => undefined)
    const text = response?.status === 200 ? await response.text() : ''
    if (!response || !keySet.safeParse(parseJson(text)).success) throw googleUnavailable('signing keys unavailable')
    return new Response(text, { status: 200, headers: response.headers })
  }

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
