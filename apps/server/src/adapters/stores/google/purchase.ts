import type { BuyablePlanId } from '@recaps/domain/billing'
import type { StorePurchase } from '../../../ports/payments.ts'
import type { LineItem, Order, Subscription } from './answers.ts'
import { movementsOf } from './movements.ts'

export interface Seen {
  token: string
  told: Subscription
  /** Newest first. */
  orders: readonly Order[]
  products: Record<BuyablePlanId, string>
}

/** A subscription of Google Play as the port tells it; null for one of a product that is none of ours. */
export function storePurchase({ token, told, orders, products }: Seen, now: Date): StorePurchase | null {
  const planOf = (productId: string | undefined): BuyablePlanId | null =>
    (Object.keys(products) as BuyablePlanId[]).find(planId => products[planId] === productId) ?? null
  const item = currentItem(told.lineItems.filter(({ productId }) => planOf(productId)))
  if (!item) return null
  const newest = orders.find(({ orderId }) => orderId === newestOrderId(told))
  const startedAt = told.startTime ?? newest?.createTime ?? now
  const end = item.expiryTime ?? startedAt
  const state = stateOf(told, end, now)
  const isOver = state === 'EXPIRED'
  const nextPlanId = planOf(item.deferredItemReplacement?.productId)
  const isTrial = isFreeTrial(item, newest) && !isOver
  const paidUntil = isOwed(state) ? periodOf(newest)?.servicePeriodEndTime : undefined
  return {
    ...{ id: token, planId: planOf(item.productId), ...priceOf(item, newest) },
    standing: {
      state: wordForState(state, isTrial),
      failedSince: paidUntil && paidUntil <= now ? paidUntil : null,
      isRetried: isOwed(state),
      isTakenBack: newest?.state === 'REFUNDED',
    },
    startedAt,
    // While a payment is owed the line tells how long the access goes on, not what was paid for.
    periodEnd: paidUntil ?? end,
    isTrial,
    isCanceling: runsOut.has(state) && !item.autoRenewingPlan?.autoRenewEnabled && !nextPlanId,
    endedAt: isOver ? (end < now ? end : now) : null,
    nextPlan: nextPlanId && !isOver ? { planId: nextPlanId, at: end } : null,
    // A change that waits for the next period is paid by the order of the purchase before.
    transactionId: newest?.purchaseToken && newest.purchaseToken !== token ? null : newestOrderId(told),
    movements: movementsOf(orders),
    accountToken: accountTokenOf(told),
    replaces: replacedBy(told),
    isReplaced: told.canceledStateContext?.replacementCancellation !== undefined,
    isAcknowledged: !awaitsAcknowledgement(told),
  }
}

/** Of several lines the one that is paid: what it will become is listed beside it. */
export const currentItem = (items: readonly LineItem[]): LineItem | undefined =>
  items.toSorted((a, b) => standsFor(b) - standsFor(a))[0]

const standsFor = ({ latestSuccessfulOrderId, expiryTime }: LineItem): number =>
  latestSuccessfulOrderId ? (expiryTime?.getTime() ?? 0) : -1

export const newestOrderId = ({ lineItems, latestOrderId }: Subscription): string | null =>
  currentItem(lineItems)?.latestSuccessfulOrderId ?? latestOrderId ?? null

/** One that was ended runs on until its time is over, which Google may notice a little later. */
function stateOf({ subscriptionState }: Subscription, end: Date, now: Date): string {
  const state = wordOf(subscriptionState)
  return state === 'CANCELED' && end <= now ? 'EXPIRED' : state
}

const wordOf = (subscriptionState: string): string => subscriptionState.replace(/^SUBSCRIPTION_STATE_/, '')

const states = new Map([
  ['PENDING', 'incomplete'],
  ['PENDING_PURCHASE_CANCELED', 'incomplete_expired'],
  ['ACTIVE', 'active'],
  ['CANCELED', 'active'],
  ['IN_GRACE_PERIOD', 'past_due'],
  ['ON_HOLD', 'past_due'],
  ['PAUSED', 'paused'],
  ['EXPIRED', 'canceled'],
])

const runsOut = new Set(['ACTIVE', 'CANCELED', 'IN_GRACE_PERIOD', 'ON_HOLD', 'PAUSED'])
const isOwed = (state: string): boolean => state === 'IN_GRACE_PERIOD' || state === 'ON_HOLD'

/** In the words of Stripe; what is none of these stays Google's own. */
function wordForState(state: string, isTrial: boolean): string {
  const word = states.get(state) ?? state
  return word === 'active' && isTrial ? 'trialing' : word
}

const periodOf = (order: Order | undefined) =>
  order?.lineItems.find(({ subscriptionDetails }) => subscriptionDetails)?.subscriptionDetails

function isFreeTrial({ offerPhase }: LineItem, newest: Order | undefined): boolean {
  if (offerPhase) return offerPhase.freeTrial !== undefined
  return periodOf(newest)?.offerPhaseDetails?.freeTrialDetails !== undefined
}

/** What a month costs: as it was paid with tax, unless what was paid was for less than a month. */
function priceOf({ autoRenewingPlan }: LineItem, newest: Order | undefined) {
  const isWhole = periodOf(newest)?.offerPhaseDetails?.baseDetails !== undefined
  const price = (isWhole ? newest?.total : undefined) ?? autoRenewingPlan?.recurringPrice ?? newest?.total
  return { amountCents: price?.cents ?? 0, currency: price?.currency ?? '' }
}

/** A name in another form than ours is none: whoever bought could put anything there. */
function accountTokenOf({ externalAccountIdentifiers, outOfAppPurchaseContext }: Subscription): string | null {
  const named = externalAccountIdentifiers ?? outOfAppPurchaseContext?.expiredExternalAccountIdentifiers
  const token = named?.obfuscatedExternalAccountId?.toLowerCase() ?? ''
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(token) ? token : null
}

/** Until it is paid it has taken the place of nothing, and one that is given up never does. */
function replacedBy({ subscriptionState, linkedPurchaseToken, outOfAppPurchaseContext }: Subscription): string | null {
  if (wordOf(subscriptionState).startsWith('PENDING')) return null
  return linkedPurchaseToken ?? outOfAppPurchaseContext?.expiredPurchaseToken ?? null
}

/** Google waits to be told, and would give the money back. Of what is not paid or over there is nothing to tell. */
export const awaitsAcknowledgement = ({ acknowledgementState, subscriptionState }: Subscription): boolean =>
  acknowledgementState !== 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED' && runsOut.has(wordOf(subscriptionState))
