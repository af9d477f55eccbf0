import { newMessageId } from './ids.ts'
import type { Purchase, Shop } from './shop.ts'

/** https://developer.android.com/google/play/billing/rtdn-reference */
export const notificationTypes = {
  RECOVERED: 1,
  RENEWED: 2,
  CANCELED: 3,
  PURCHASED: 4,
  ON_HOLD: 5,
  IN_GRACE_PERIOD: 6,
  RESTARTED: 7,
  DEFERRED: 9,
  PAUSED: 10,
  PAUSE_SCHEDULE_CHANGED: 11,
  REVOKED: 12,
  EXPIRED: 13,
  ITEMS_CHANGED: 17,
  PENDING_PURCHASE_CANCELED: 20,
} as const
export type NotificationType = keyof typeof notificationTypes

/** A developer notification. Exactly one of the optional fields is set. */
export interface Notification {
  version: '1.0'
  packageName: string
  eventTimeMillis: string
  subscriptionNotification?: { version: '1.0'; notificationType: number; purchaseToken: string }
  oneTimeProductNotification?: { version: '1.0'; notificationType: number; purchaseToken: string; sku: string }
  voidedPurchaseNotification?: { purchaseToken: string; orderId: string; productType: number; refundType: number }
  testNotification?: { version: '1.0' }
}

/** A Pub/Sub message. */
export interface PublishedMessage {
  id: string
  /** Readable name of the notification type, for tests: `RENEWED`, `VOIDED`, `TEST`. */
  type: NotificationType | 'VOIDED' | 'TEST' | 'ONE_TIME'
  at: number
  notification: Notification
}

export const publishSubscriptionNotification = (
  shop: Shop,
  type: NotificationType,
  { token }: Pick<Purchase, 'token'>,
): void =>
  publish(shop, type, {
    subscriptionNotification: {
      version: '1.0',
      notificationType: notificationTypes[type],
      purchaseToken: token,
    },
  })

export function publish(
  shop: Shop,
  type: PublishedMessage['type'],
  content: Omit<Notification, 'version' | 'packageName' | 'eventTimeMillis'>,
  packageName = shop.packageName,
): void {
  const at = shop.time.now()
  const notification: Notification = { version: '1.0', packageName, eventTimeMillis: String(at), ...content }
  const message: PublishedMessage = { id: newMessageId(), type, at, notification }
  shop.published.push(message)
  for (const listener of shop.listeners) listener(message)
}
