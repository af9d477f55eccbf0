import type { BuyablePlanId, ProviderStatus } from '@recaps/domain/billing'
import type { StorePurchase } from '../../../ports/payments.ts'
import { appleMovements, centsFromMilliunits } from './movements.ts'
import type { Period, Renewal } from './period.ts'

/** Apple's data about a subscription. `periods` includes `last`. */
export interface AppleSubscriptionData {
  status: number | undefined
  last: Period
  renewal: Renewal
  periods: readonly Period[]
}

export function toApplePurchase(
  { status, last, renewal, periods }: AppleSubscriptionData,
  planOf: PlanForProduct,
): StorePurchase {
  const providerStatus = toProviderStatus(status, last)
  const endedAt = providerStatus.isRefunded
    ? (last.revocationDate ?? last.expiresDate)
    : providerStatus.state === 'canceled'
      ? last.expiresDate
      : null
  const isTrial = providerStatus.state === 'trialing'
  const willRenew = renewal.autoRenewStatus !== 0
  const currency = last.currency.toLowerCase()
  return {
    id: last.originalTransactionId,
    planId: planOf(last.productId),
    // A trial is free, so take the price of its renewal.
    amountCents: centsFromMilliunits(isTrial ? (renewal.renewalPrice ?? last.price) : last.price),
    currency,
    providerStatus,
    startedAt: renewal.recentSubscriptionStartDate ?? last.originalPurchaseDate,
    periodEnd: last.expiresDate,
    isTrial,
    isCanceling: endedAt === null && !willRenew,
    endedAt,
    nextPlan: endedAt === null && willRenew ? nextPlanOf(last, renewal, planOf) : null,
    transactionId: last.transactionId,
    movements: appleMovements(periods),
    // Apple returns the token in the case that the app sent.
    accountToken: (last.appAccountToken ?? renewal.appAccountToken)?.toLowerCase() ?? null,
    // A subscription keeps its original transaction id, even when the plan changes.
    replaces: null,
    // The app finishes transactions; the server has nothing to acknowledge.
    isAcknowledged: true,
  }
}

export type PlanForProduct = (productId: string) => BuyablePlanId | null

/** Maps https://developer.apple.com/documentation/appstoreserverapi/status to Stripe's states. */
function toProviderStatus(status: number | undefined, last: Period): ProviderStatus {
  const isRefunded = status === 5 || last.revocationDate !== undefined
  const withoutFailure = (state: string): ProviderStatus => ({ state, failedSince: null, willRetry: false, isRefunded })
  switch (status) {
    case 1:
      return withoutFailure(last.offerDiscountType === 'FREE_TRIAL' ? 'trialing' : 'active')
    case 2:
    case 5:
      return withoutFailure('canceled')
    case 3:
    case 4:
      return { state: 'past_due', failedSince: last.expiresDate, willRetry: true, isRefunded }
    default:
      return withoutFailure(String(status))
  }
}

function nextPlanOf(last: Period, { autoRenewProductId, renewalDate }: Renewal, planOf: PlanForProduct) {
  if (!autoRenewProductId || autoRenewProductId === last.productId) return null
  const planId = planOf(autoRenewProductId)
  return planId && { planId, at: renewalDate ?? last.expiresDate }
}
