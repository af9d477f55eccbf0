import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { z } from 'zod'
import { ProviderError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { StoreMessage } from '../../../ports/payments.ts'
import type { GoogleCalls } from './calls.ts'
import { unavailable } from './errors.ts'
import { typeOf } from './notification-types.ts'
import type { GoogleStoreConfig } from './store.ts'

export interface MessagesConfig extends Pick<GoogleStoreConfig, 'packageName' | 'push'> {
  calls: Pick<GoogleCalls, 'fetchForLibraries'>
}

const keysUrl = new URL('https://www.googleapis.com/oauth2/v3/certs')
/** How soon after Google's keys were read a token signed with an unknown one makes us look again. */
const cooldownDuration = 5_000
/** Clocks differ. */
const clockTolerance = 30
/** A notification is a few hundred bytes. */
const maxBytes = 256 * 1024
const maxTokenLength = 8_000

/**
 * Notifications as Pub/Sub pushes them. Not the message is signed but a token beside it, which Google makes for one service
 * account and one audience: whoever shows it comes from our push subscription.
 */
export function messageReader({ calls, packageName, push }: MessagesConfig, clock: Clock) {
  const keys = createRemoteJWKSet(keysUrl, { [customFetch]: keysOrFailure(calls.fetchForLibraries), cooldownDuration })

  async function isFromUs(token: string): Promise<boolean> {
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
    if (!(await isFromUs(token))) return null
    const message = envelope.safeParse(jsonOf(Buffer.from(body).toString('utf8'))).data?.message
    const told = message && notification.safeParse(jsonOf(Buffer.from(message.data, 'base64').toString('utf8'))).data
    return told?.packageName === packageName ? { id: message!.messageId, ...aboutOf(told) } : null
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

/** The word of `productType` for what renews. */
const subscriptionType = 1

/** What it says has happened is kept as a word for the log; what is true is read at Google. */
function aboutOf(told: z.infer<typeof notification>): Pick<StoreMessage, 'type' | 'receipt'> {
  const { subscriptionNotification, voidedPurchaseNotification } = told
  if (subscriptionNotification)
    return { type: typeOf(subscriptionNotification.notificationType), receipt: subscriptionNotification.purchaseToken }
  if (voidedPurchaseNotification) {
    const { productType, purchaseToken } = voidedPurchaseNotification
    return { type: 'VOIDED_PURCHASE', receipt: productType === subscriptionType ? purchaseToken : null }
  }
  const type = told.testNotification ? 'TEST' : told.oneTimeProductNotification ? 'ONE_TIME_PRODUCT' : 'UNKNOWN'
  return { type, receipt: null }
}

const keySet = z.object({ keys: z.array(z.object({})).min(1) })

/** Where Google's keys cannot be read nobody is refused for it: Pub/Sub comes again. */
const keysOrFailure =
  (fetchKeys: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await fetchKeys(input, init).catch(() => undefined)
    const text = answer?.status === 200 ? await answer.text() : ''
    if (!answer || !keySet.safeParse(jsonOf(text)).success) throw unavailable('the keys that sign messages')
    return new Response(text, { status: 200, headers: answer.headers })
  }

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
