import type { BuyablePlanId } from '@recaps/domain/billing'
import type { StorePurchase } from '../../../ports/payments.ts'
import { googleMovements } from './movements.ts'
import type { LineItem, Order, Subscription } from './responses.ts'

export interface GoogleSubscriptionData {
  token: string
  subscription: Subscription
  /** Newest first. */
  orders: readonly Order[]
  products: Record<BuyablePlanId, string>
}

/** Null if the product belongs to none of our plans. */
export function toGooglePurchase(
  { token, subscription, orders, products }: GoogleSubscriptionData,
  now: Date,
): StorePurchase | null {
  const planOf = (productId: string | undefined): BuyablePlanId | null =>
    (Object.keys(products) as BuyablePlanId[]).find(planId => products[planId] === productId) ?? null
  const item = currentItem(subscription.lineItems.filter(({ productId }) => planOf(productId)))
  if (!item) return null
  const newest = orders.find(({ orderId }) => orderId === newestOrderId(subscription))
  const startedAt = subscription.startTime ?? newest?.createTime ?? now
  const end = item.expiryTime ?? startedAt
  const state = stateOf(subscription, end, now)
  const hasEnded = state === 'EXPIRED'
  const nextPlanId = planOf(item.deferredItemReplacement?.productId)
  const isTrial = isFreeTrial(item, newest) && !hasEnded
  const paidUntil = isPaymentOverdue(state) ? periodOf(newest)?.servicePeriodEndTime : undefined
  return {
    ...{ id: token, planId: planOf(item.productId), ...priceOf(item, newest) },
    providerStatus: {
      state: toStripeState(state, isTrial),
      failedSince: paidUntil && paidUntil <= now ? paidUntil : null,
      willRetry: isPaymentOverdue(state),
      isRefunded: newest?.state === 'REFUNDED',
    },
    startedAt,
    // While a payment is overdue, the line's expiry is the end of the access, not of the paid period.
    periodEnd: paidUntil ?? end,
    isTrial,
    isCanceling: runningStates.has(state) && !item.autoRenewingPlan?.autoRenewEnabled && !nextPlanId,
    endedAt: hasEnded ? (end < now ? end : now) : null,
    nextPlan: nextPlanId && !hasEnded ? { planId: nextPlanId, at: end } : null,
    // Until a deferred change takes effect, the newest order belongs to the previous purchase.
    transactionId: newest?.purchaseToken && newest.purchaseToken !== token ? null : newestOrderId(subscription),
    movements: googleMovements(orders),
    accountToken: accountTokenOf(subscription),
    replaces: replacedToken(subscription),
    isReplaced: subscription.canceledStateContext?.replacementCancellation !== undefined,
    isAcknowledged: !awaitsAcknowledgement(subscription),
  }
}

/** The paid line. A line that will replace it may be listed too. */
export const currentItem = (items: readonly LineItem[]): LineItem | undefined =>
  items.toSorted((a, b) => rank(b) - rank(a))[0]

const rank = ({ latestSuccessfulOrderId, expiryTime }: LineItem): number =>
  latestSuccessfulOrderId ? (expiryTime?.getTime() ?? 0) : -1

export const newestOrderId = ({ lineItems, latestOrderId }: Subscription): string | null =>
  currentItem(lineItems)?.latestSuccessfulOrderId ?? latestOrderId ?? null

/** A canceled subscription runs until its expiry. Google may set EXPIRED a little later. */
function stateOf({ subscriptionState }: Subscription, end: Date, now: Date): string {
  const state = withoutPrefix(subscriptionState)
  return state === 'CANCELED' && end <= now ? 'EXPIRED' : state
}

const withoutPrefix = (subscriptionState: string): string => subscriptionState.replace(/^SUBSCRIPTION_STATE_/, '')

const stripeStates = new Map([
  ['PENDING', 'incomplete'],
  ['PENDING_PURCHASE_CANCELED', 'incomplete_expired'],
  ['ACTIVE', 'active'],
  ['CANCELED', 'active'],
  ['IN_GRACE_PERIOD', 'past_due'],
  ['ON_HOLD', 'past_due'],
  ['PAUSED', 'paused'],
  ['EXPIRED', 'canceled'],
])

const runningStates = new Set(['ACTIVE', 'CANCELED', 'IN_GRACE_PERIOD', 'ON_HOLD', 'PAUSED'])
const isPaymentOverdue = (state: string): boolean => state === 'IN_GRACE_PERIOD' || state === 'ON_HOLD'

/** Unknown states keep Google's name. */
function toStripeState(state: string, isTrial: boolean): string {
  const stripeState = stripeStates.get(state) ?? state
  return stripeState === 'active' && isTrial ? 'trialing' : stripeState
}

const periodOf = (order: Order | undefined) =>
  order?.lineItems.find(({ subscriptionDetails }) => subscriptionDetails)?.subscriptionDetails

function isFreeTrial({ offerPhase }: LineItem, newest: Order | undefined): boolean {
  if (offerPhase) return offerPhase.freeTrial !== undefined
  return periodOf(newest)?.offerPhaseDetails?.freeTrialDetails !== undefined
}

/** The monthly price: the newest payment, which includes tax, unless it was for less than a full period. */
function priceOf({ autoRenewingPlan }: LineItem, newest: Order | undefined) {
  const isFullPeriod = periodOf(newest)?.offerPhaseDetails?.baseDetails !== undefined
  const price = (isFullPeriod ? newest?.total : undefined) ?? autoRenewingPlan?.recurringPrice ?? newest?.total
  return { amountCents: price?.cents ?? 0, currency: price?.currency ?? '' }
}

/** Ignores everything but UUIDs, because a modified app could send any text. */
function accountTokenOf({ externalAccountIdentifiers, outOfAppPurchaseContext }: Subscription): string | null {
  const identifiers = externalAccountIdentifiers ?? outOfAppPurchaseContext?.expiredExternalAccountIdentifiers
  const token = identifiers?.obfuscatedExternalAccountId?.toLowerCase() ?? ''
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(token) ? token : null
}

/** Token of the purchase that this one replaces. Null while it is unpaid. */
function replacedToken({
  subscriptionState,
  linkedPurchaseToken,
  outOfAppPurchaseContext,
}: Subscription): string | null {
  if (withoutPrefix(subscriptionState).startsWith('PENDING')) return null
  return linkedPurchaseToken ?? outOfAppPurchaseContext?.expiredPurchaseToken ?? null
}

/** Google refunds purchases that are not acknowledged. Unpaid and ended ones need no acknowledgement. */
export const awaitsAcknowledgement = ({ acknowledgementState, subscriptionState }: Subscription): boolean =>
  acknowledgementState !== 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED' && runningStates.has(withoutPrefix(subscriptionState))
