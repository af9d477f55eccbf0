import type { BuyablePlanId, Standing } from '@recaps/domain/billing'
import type { StorePurchase } from '../../../ports/payments.ts'
import { cents, movementsOf } from './movements.ts'
import type { Period, Renewal } from './period.ts'

/** What Apple tells of a subscription: its status, the newest period and what comes after it, and the periods before. */
export interface Told {
  status: number | undefined
  last: Period
  renewal: Renewal
  periods: readonly Period[]
}

/** A subscription of the App Store as the port tells it. */
export function storePurchase({ status, last, renewal, periods }: Told, planOf: PlanOf): StorePurchase {
  const standing = standingOf(status, last)
  const endedAt = standing.isTakenBack
    ? (last.revocationDate ?? last.expiresDate)
    : standing.state === 'canceled'
      ? last.expiresDate
      : null
  const isTrial = standing.state === 'trialing'
  const renewsItself = renewal.autoRenewStatus !== 0
  const currency = last.currency.toLowerCase()
  return {
    id: last.originalTransactionId,
    planId: planOf(last.productId),
    // What a trial costs is nothing; what the plan costs comes after it.
    amountCents: cents(isTrial ? (renewal.renewalPrice ?? last.price) : last.price),
    currency,
    standing,
    startedAt: renewal.recentSubscriptionStartDate ?? last.originalPurchaseDate,
    periodEnd: last.expiresDate,
    isTrial,
    isCanceling: endedAt === null && !renewsItself,
    endedAt,
    nextPlan: endedAt === null && renewsItself ? nextPlanOf(last, renewal, planOf) : null,
    transactionId: last.transactionId,
    movements: movementsOf(periods),
    // Apple writes them in capital letters or small ones, as the app did.
    accountToken: (last.appAccountToken ?? renewal.appAccountToken)?.toLowerCase() ?? null,
    // At Apple a subscription goes on under its first transaction, whatever it is changed to.
    replaces: null,
    // The app finishes transactions; the server has nobody to tell.
    isAcknowledged: true,
  }
}

export type PlanOf = (productId: string) => BuyablePlanId | null

/** https://developer.apple.com/documentation/appstoreserverapi/status, in the words of Stripe. */
function standingOf(status: number | undefined, last: Period): Standing {
  const isTakenBack = status === 5 || last.revocationDate !== undefined
  const simply = (state: string): Standing => ({ state, failedSince: null, isRetried: false, isTakenBack })
  switch (status) {
    case 1:
      return simply(last.offerDiscountType === 'FREE_TRIAL' ? 'trialing' : 'active')
    case 2:
    case 5:
      return simply('canceled')
    case 3:
    case 4:
      return { state: 'past_due', failedSince: last.expiresDate, isRetried: true, isTakenBack }
    default:
      return simply(String(status))
  }
}

function nextPlanOf(last: Period, { autoRenewProductId, renewalDate }: Renewal, planOf: PlanOf) {
  if (!autoRenewProductId || autoRenewProductId === last.productId) return null
  const planId = planOf(autoRenewProductId)
  return planId && { planId, at: renewalDate ?? last.expiresDate }
}
