import { getById, type Order, type Purchase, type Shop } from './shop.ts'

export interface Money {
  currencyCode: string
  /** Omitted if zero, as Google omits all empty fields. */
  units?: string
  nanos?: number
}

export const toMoney = (cents: number, currencyCode: string): Money => {
  const units = Math.trunc(cents / 100)
  const nanos = (cents % 100) * 10_000_000
  return { currencyCode, ...(units ? { units: String(units) } : {}), ...(nanos ? { nanos } : {}) }
}

const toTimestamp = (at: number): string => new Date(at).toISOString()

/** `SubscriptionPurchaseV2` of https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2 */
export function presentPurchase(shop: Shop, purchase: Purchase) {
  const { state, startedAt, linkedToken, accountToken, isTest, isAcknowledged, expired } = purchase
  const isCanceled = state === 'CANCELED' || state === 'EXPIRED'
  return {
    kind: 'androidpublisher#subscriptionPurchaseV2',
    regionCode: 'US',
    ...(startedAt === null ? {} : { startTime: toTimestamp(startedAt) }),
    subscriptionState: `SUBSCRIPTION_STATE_${state}`,
    acknowledgementState: `ACKNOWLEDGEMENT_STATE_${isAcknowledged ? 'ACKNOWLEDGED' : 'PENDING'}`,
    lineItems: lineItemsOf(shop, purchase),
    ...(linkedToken ? { linkedPurchaseToken: linkedToken } : {}),
    ...(accountToken ? { externalAccountIdentifiers: { obfuscatedExternalAccountId: accountToken } } : {}),
    ...(expired ? { outOfAppPurchaseContext: outOfApp(expired) } : {}),
    ...(isTest ? { testPurchase: {} } : {}),
    ...(isCanceled ? { canceledStateContext: canceledContext(purchase) } : {}),
    ...(state === 'PAUSED' ? { pausedStateContext: { autoResumeTime: toTimestamp(purchase.resumesAt!) } } : {}),
    ...(state === 'IN_GRACE_PERIOD' ? { inGracePeriodStateContext: { renewalDeclined: {} } } : {}),
    ...(state === 'ON_HOLD' ? { onHoldStateContext: { renewalDeclined: {} } } : {}),
    etag: `"${purchase.token.slice(-8)}-${purchase.orders.length}-${state}"`,
  }
}

function lineItemsOf(shop: Shop, purchase: Purchase): object[] {
  const { nextProductId, expiresAt, phase, state } = purchase
  const latestOrderId = purchase.orders.at(-1)
  const isPending = state === 'PENDING' || state === 'PENDING_PURCHASE_CANCELED'
  const item = {
    productId: purchase.productId,
    ...(isPending ? {} : { expiryTime: toTimestamp(expiresAt) }),
    autoRenewingPlan: planOf(shop, purchase.productId, purchase.willRenew),
    offerDetails: { basePlanId: 'monthly', ...(phase === 'trial' ? { offerId: 'free-trial' } : {}) },
    ...(latestOrderId ? { latestSuccessfulOrderId: latestOrderId } : {}),
    ...(isPending ? {} : { offerPhase: offerPhases[phase] }),
    ...(nextProductId ? { deferredItemReplacement: { productId: nextProductId } } : {}),
  }
  // The product of a deferred change is already listed, but without an expiry time or an order.
  const next = nextProductId && {
    productId: nextProductId,
    autoRenewingPlan: planOf(shop, nextProductId, true),
    offerDetails: { basePlanId: 'monthly' },
  }
  return next ? [item, next] : [item]
}

function planOf(shop: Shop, productId: string, willRenew: boolean): object {
  const { priceCents, currency } = getById(shop.products, productId)
  return { ...(willRenew ? { autoRenewEnabled: true } : {}), recurringPrice: toMoney(priceCents, currency) }
}

const offerPhases = {
  trial: { freeTrial: {} },
  base: { basePrice: {} },
  proration: { prorationPeriod: {} },
}

const outOfApp = ({ token, accountToken }: NonNullable<Purchase['expired']>) => ({
  expiredPurchaseToken: token,
  ...(accountToken ? { expiredExternalAccountIdentifiers: { obfuscatedExternalAccountId: accountToken } } : {}),
})

function canceledContext({ canceledBy, canceledAt }: Purchase): object {
  if (canceledBy === 'replacement') return { replacementCancellation: {} }
  if (canceledBy === 'user') return { userInitiatedCancellation: { cancelTime: toTimestamp(canceledAt!) } }
  return { systemInitiatedCancellation: {} }
}

/** `Order` of https://developers.google.com/android-publisher/api-ref/rest/v3/orders */
export function presentOrder(order: Order) {
  const money = (cents: number) => toMoney(cents, order.currency)
  const fullRefund = order.refunds.find(({ isFull }) => isFull)
  const partialRefunds = order.refunds.filter(({ isFull }) => !isFull)
  const noTax = money(0)
  const history = {
    processedEvent: { eventTime: toTimestamp(order.createdAt) },
    ...(partialRefunds.length > 0
      ? {
          partialRefundEvents: partialRefunds.map(({ cents, at }) => ({
            ...{ createTime: toTimestamp(at), processTime: toTimestamp(at), state: 'PROCESSED_SUCCESSFULLY' },
            refundDetails: { total: money(cents), tax: noTax },
          })),
        }
      : {}),
    ...(fullRefund
      ? {
          refundEvent: {
            eventTime: toTimestamp(fullRefund.at),
            refundDetails: { total: money(fullRefund.cents), tax: noTax },
            refundReason: fullRefund.reason,
          },
        }
      : {}),
  }
  return {
    orderId: order.id,
    purchaseToken: order.token,
    state: fullRefund ? 'REFUNDED' : partialRefunds.length > 0 ? 'PARTIALLY_REFUNDED' : 'PROCESSED',
    createTime: toTimestamp(order.createdAt),
    lastEventTime: toTimestamp(order.refunds.at(-1)?.at ?? order.createdAt),
    buyerAddress: { buyerCountry: 'US', buyerState: 'CA', buyerPostcode: '94043' },
    total: money(order.cents),
    tax: noTax,
    orderDetails: { taxInclusive: true },
    orderHistory: history,
    salesChannel: 'IN_APP',
    lineItems: [
      {
        productId: order.productId,
        productTitle: order.productId,
        total: money(order.cents),
        tax: noTax,
        listingPrice: money(order.cents),
        subscriptionDetails: {
          basePlanId: 'monthly',
          offerPhaseDetails: orderPhases[order.phase],
          servicePeriodStartTime: toTimestamp(order.periodStart),
          servicePeriodEndTime: toTimestamp(order.periodEnd),
        },
      },
    ],
  }
}

const orderPhases = {
  trial: { freeTrialDetails: {} },
  base: { baseDetails: {} },
  proration: { prorationPeriodDetails: {} },
}
