import type { BuyablePlanId, Standing } from '@recaps/domain/billing'
import type { StorePurchase } from '../../../ports/payments.ts'
import { cents, movementsOf } from './movements.ts'
import type { Period, Renewal } from './period.ts'

/** Apple's data about a subscription. `periods` includes `last`. */
export interface Told {
  status: number | undefined
  last: Period
  renewal: Renewal
  periods: readonly Period[]
}

export function storePurchase({ status, last, renewal, periods }: Told, planOf: PlanOf): StorePurchase {
  const standing = standingOf(status, last)
  const endedAt = standing.isTakenBack
    ? (last.revocationDate ?? last.expiresDate)
    : standing.state === 'canceled'
      ? last.expiresDate
      : null
  const isTrial = standing.state === 'trialing'
  const willRenew = renewal.autoRenewStatus !== 0
  const currency = last.currency.toLowerCase()
  return {
    id: last.originalTransactionId,
    planId: planOf(last.productId),
    // A trial is free, so take the price of its renewal.
    amountCents: cents(isTrial ? (renewal.renewalPrice ?? last.price) : last.price),
    currency,
    standing,
    startedAt: renewal.recentSubscriptionStartDate ?? last.originalPurchaseDate,
    periodEnd: last.expiresDate,
    isTrial,
    isCanceling: endedAt === null && !willRenew,
    endedAt,
    nextPlan: endedAt === null && willRenew ? nextPlanOf(last, renewal, planOf) : null,
    transactionId: last.transactionId,
    movements: movementsOf(periods),
    // Apple returns the token in the case that the app sent.
    accountToken: (last.appAccountToken ?? renewal.appAccountToken)?.toLowerCase() ?? null,
    // A subscription keeps its original transaction id, even when the plan changes.
    replaces: null,
    // The app finishes transactions; the server has nothing to acknowledge.
    isAcknowledged: true,
  }
}

export type PlanOf = (productId: string) => BuyablePlanId | null

/** Maps https://developer.apple.com/documentation/appstoreserverapi/status to Stripe's states. */
function standingOf(status: number | undefined, last: Period): Standing {
  const isTakenBack = status === 5 || last.revocationDate !== undefined
  const withoutFailure = (state: string): Standing => ({ state, failedSince: null, isRetried: false, isTakenBack })
  switch (status) {
    case 1:
      return withoutFailure(last.offerDiscountType === 'FREE_TRIAL' ? 'trialing' : 'active')
    case 2:
    case 5:
      return withoutFailure('canceled')
    case 3:
    case 4:
      return { state: 'past_due', failedSince: last.expiresDate, isRetried: true, isTakenBack }
    default:
      return withoutFailure(String(status))
  }
}

function nextPlanOf(last: Period, { autoRenewProductId, renewalDate }: Renewal, planOf: PlanOf) {
  if (!autoRenewProductId || autoRenewProductId === last.productId) return null
  const planId = planOf(autoRenewProductId)
  return planId && { planId, at: renewalDate ?? last.expiresDate }
}
