import { createWebhookSender, type DeliveryStatus, postWebhook } from '@recaps/fake-parts'
import type { Forgery } from '../forge.ts'
import type { Notification, Shop } from '../shop.ts'

export interface Attempt {
  uuid: string
  type: string
  /** Response status. Null if there was no response or the message got lost. */
  status: DeliveryStatus
}

/** Hours between attempts. Apple retries five times: https://developer.apple.com/documentation/appstoreservernotifications/responding-to-app-store-server-notifications */
const retryHours = [1, 12, 24, 48, 72]
const answerWithinMs = 20_000

export type Webhooks = ReturnType<typeof createWebhooks>

/** Delivers notifications to the registered server, with retries. */
export function createWebhooks(shop: Shop, sign: (it: Notification, forgery?: Forgery) => string) {
  const attempts: Attempt[] = []
  /** At most one. Apple has one per environment; the fake uses the same for both. */
  const addresses: string[] = []
  const record = ({ uuid, type }: Notification, status: DeliveryStatus) => void attempts.push({ uuid, type, status })
  const bodyOf = (notification: Notification, forgery?: Forgery): string =>
    JSON.stringify({ signedPayload: sign(notification, forgery) })

  const sender = createWebhookSender<Notification, string, Forgery>({
    addresses,
    now: shop.time.now,
    // A retry goes to the URL registered at that time.
    async post(notification, _, closing, forgery) {
      const [url] = addresses
      if (url === undefined) return null
      const headers = { 'content-type': 'application/json', 'user-agent': 'App Store Server Notifications' }
      const body = bodyOf(notification, forgery)
      const status = await postWebhook(url, { body, headers }, { answerWithinMs, closing })
      record(notification, status)
      return status
    },
    isAccepted: status => status !== null && status >= 200 && status <= 206,
    onLost: notification => record(notification, null),
    retryAt(_, failures) {
      const hours = retryHours[failures - 1]
      return hours === undefined ? undefined : shop.time.now() + hours * 3600_000
    },
  })
  shop.listeners.push(sender.publish)

  return {
    ...sender,
    /** All delivery attempts, oldest first. */
    attempts,
    /** Sends later notifications to `url` only. */
    register({ url }: { url: string }): void {
      addresses.splice(0, 1, url)
    },
    unregister(): void {
      addresses.length = 0
    },
    /** Body of the webhook request for a notification. */
    bodyOf,
  }
}
