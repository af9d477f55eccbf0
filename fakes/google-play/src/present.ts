import { known, type Order, type Purchase, type Shop } from './shop.ts'

export interface Money {
  currencyCode: string
  /** Left out where it is nothing, as all that is empty. */
  units?: string
  nanos?: number
}

export const moneyOf = (cents: number, currencyCode: string): Money => {
  const units = Math.trunc(cents / 100)
  const nanos = (cents % 100) * 10_000_000
  return { currencyCode, ...(units ? { units: String(units) } : {}), ...(nanos ? { nanos } : {}) }
}

const instant = (at: number): string => new Date(at).toISOString()

/** `SubscriptionPurchaseV2` of https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2 */
export function presentPurchase(shop: Shop, purchase: Purchase) {
  const { state, startedAt, linkedToken, accountToken, isTest, isAcknowledged, expired } = purchase
  const ended = state === 'CANCELED' || state === 'EXPIRED'
  return {
    kind: 'androidpublisher#subscriptionPurchaseV2',
    regionCode: 'US',
    ...(startedAt === null ? {} : { startTime: instant(startedAt) }),
    subscriptionState: `SUBSCRIPTION_STATE_${state}`,
    acknowledgementState: `ACKNOWLEDGEMENT_STATE_${isAcknowledged ? 'ACKNOWLEDGED' : 'PENDING'}`,
    lineItems: lineItemsOf(shop, purchase),
    ...(linkedToken ? { linkedPurchaseToken: linkedToken } : {}),
    ...(accountToken ? { externalAccountIdentifiers: { obfuscatedExternalAccountId: accountToken } } : {}),
    ...(expired ? { outOfAppPurchaseContext: outOfApp(expired) } : {}),
    ...(isTest ? { testPurchase: {} } : {}),
    ...(ended ? { canceledStateContext: canceledContext(purchase) } : {}),
    ...(state === 'PAUSED' ? { pausedStateContext: { autoResumeTime: instant(purchase.resumesAt!) } } : {}),
    ...(state === 'IN_GRACE_PERIOD' ? { inGracePeriodStateContext: { renewalDeclined: {} } } : {}),
    ...(state === 'ON_HOLD' ? { onHoldStateContext: { renewalDeclined: {} } } : {}),
    etag: `"${purchase.token.slice(-8)}-${purchase.orders.length}-${state}"`,
  }
}

function lineItemsOf(shop: Shop, purchase: Purchase): object[] {
  const { nextProductId, expiresAt, phase, state } = purchase
  const newest = purchase.orders.at(-1)
  const isPending = state === 'PENDING' || state === 'PENDING_PURCHASE_CANCELED'
  const item = {
    productId: purchase.productId,
    ...(isPending ? {} : { expiryTime: instant(expiresAt) }),
    autoRenewingPlan: planOf(shop, purchase.productId, purchase.willRenew),
    offerDetails: { basePlanId: 'monthly', ...(phase === 'trial' ? { offerId: 'free-trial' } : {}) },
    ...(newest ? { latestSuccessfulOrderId: newest } : {}),
    ...(isPending ? {} : { offerPhase: offerPhases[phase] }),
    ...(nextProductId ? { deferredItemReplacement: { productId: nextProductId } } : {}),
  }
  // What a change waits for is listed already, owned by nobody.
  const next = nextProductId && {
    productId: nextProductId,
    autoRenewingPlan: planOf(shop, nextProductId, true),
    offerDetails: { basePlanId: 'monthly' },
  }
  return next ? [item, next] : [item]
}

function planOf(shop: Shop, productId: string, willRenew: boolean): object {
  const { priceCents, currency } = known(shop.products, productId)
  return { ...(willRenew ? { autoRenewEnabled: true } : {}), recurringPrice: moneyOf(priceCents, currency) }
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
  if (canceledBy === 'user') return { userInitiatedCancellation: { cancelTime: instant(canceledAt!) } }
  return { systemInitiatedCancellation: {} }
}

/** `Order` of https://developers.google.com/android-publisher/api-ref/rest/v3/orders */
export function presentOrder(order: Order) {
  const money = (cents: number) => moneyOf(cents, order.currency)
  const full = order.refunds.find(({ isFull }) => isFull)
  const parts = order.refunds.filter(({ isFull }) => !isFull)
  const noTax = money(0)
  const history = {
    processedEvent: { eventTime: instant(order.createdAt) },
    ...(parts.length > 0
      ? {
          partialRefundEvents: parts.map(({ cents, at }) => ({
            ...{ createTime: instant(at), processTime: instant(at), state: 'PROCESSED_SUCCESSFULLY' },
            refundDetails: { total: money(cents), tax: noTax },
          })),
        }
      : {}),
    ...(full
      ? {
          refundEvent: {
            eventTime: instant(full.at),
            refundDetails: { total: money(full.cents), tax: noTax },
            refundReason: full.reason,
          },
        }
      : {}),
  }
  return {
    orderId: order.id,
    purchaseToken: order.token,
    state: full ? 'REFUNDED' : parts.length > 0 ? 'PARTIALLY_REFUNDED' : 'PROCESSED',
    createTime: instant(order.createdAt),
    lastEventTime: instant(order.refunds.at(-1)?.at ?? order.createdAt),
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
          servicePeriodStartTime: instant(order.periodStart),
          servicePeriodEndTime: instant(order.periodEnd),
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
