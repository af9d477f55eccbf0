import type { PlanResponse, UserSubscription } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, buyablePlanIds, type SubscriptionStatus } from '@recaps/domain/billing'
import type { ContentType, Plan } from '@recaps/domain/plans'
import type { PurchaseRow } from './purchases-repository.ts'

const plansChangedAt = '2026-11-20T00:00:00.000Z'

/** Product and price ids of the plans on sale. */
export type PlanPrices = Partial<Record<BuyablePlanId, { productId: string; priceId: string }>>

export function presentPlan({ priceCents, ...plan }: Plan, prices: PlanPrices): PlanResponse {
  const buyableId = buyablePlanIds.find(id => id === plan.id)
  const price = buyableId && prices[buyableId]
  return {
    ...plan,
    allowedFrequencies: [...plan.allowedFrequencies],
    price: toDollars(priceCents),
    stripeProductId: price?.productId ?? '',
    stripePriceId: price?.priceId ?? '',
    createdAt: plansChangedAt,
    updatedAt: plansChangedAt,
  }
}

/** The status at `now`: an expired grace period counts at once, before the scheduler saves that. */
export const currentStatus = (row: Pick<PurchaseRow, 'status' | 'grace_ends_at'>, now: Date): SubscriptionStatus =>
  row.status === 'active' && row.grace_ends_at && row.grace_ends_at <= now ? 'past_due' : row.status

export const presentPurchase = (row: PurchaseRow, now: Date): UserSubscription => ({
  id: row.id,
  userId: row.user_id,
  subscriptionId: row.plan_id,
  type: row.type as ContentType,
  startDate: row.started_at.toISOString(),
  endDate: row.ends_at?.toISOString() ?? null,
  status: currentStatus(row, now),
  paymentMethod: row.payment_method,
  transactionId: row.transaction_id,
  amount: toDollars(row.amount_cents),
  currency: row.currency,
  stripeSubscriptionId: row.stripe_subscription_id,
  isTrial: row.is_trial,
  currentPeriodEnd: row.period_end?.toISOString() ?? null,
  isCanceling: row.is_canceling,
  paymentIssue:
    row.issue_since && row.grace_ends_at
      ? { since: row.issue_since.toISOString(), graceEndsAt: row.grace_ends_at.toISOString() }
      : null,
  isDisputed: row.is_disputed,
  nextPlan:
    row.next_plan_id && row.next_plan_at
      ? { subscriptionId: row.next_plan_id, at: row.next_plan_at.toISOString() }
      : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at?.toISOString() ?? null,
})

export const toDollars = (cents: number): number => cents / 100
