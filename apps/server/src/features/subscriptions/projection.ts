import { type PurchaseStatus, toPurchaseStatus } from '@recaps/domain/billing'
import type { PurchaseSnapshot } from './fetch-purchase.ts'
import { isStoreRef } from './purchase-refs.ts'
import type { PurchaseRow, PurchaseValues } from './purchases-repository.ts'

export interface PurchaseProjection {
  /** Null for an unknown plan of a purchase that was never saved: there is nothing to save. */
  values: PurchaseValues | null
  /** The state or plan is unknown, so an operator should check the purchase. */
  isUnknown: boolean
  /** Refunded, but still running at a provider where we can cancel it. */
  shouldCancel: boolean
}

/** The values to save for a snapshot that was just fetched; `before` is the saved row. */
export function projectPurchase(
  snapshot: PurchaseSnapshot,
  before: PurchaseRow | undefined,
  now: Date,
): PurchaseProjection {
  // Keep the time of the first failure: a grace period that moved along would never end.
  const failedSince = snapshot.providerStatus.failedSince ?? before?.issue_since ?? null
  const state = toPurchaseStatus({ ...snapshot.providerStatus, failedSince }, now)
  const planId = snapshot.planId ?? before?.plan_id
  const status = snapshot.planId === null && state.status === 'active' ? 'past_due' : state.status
  const values = planId && {
    ...dates(snapshot, status, now),
    ...paymentIssue(state, failedSince, now),
    status,
    provider_state: snapshot.providerStatus.state,
    plan_id: planId,
    payment_method: snapshot.method,
    transaction_id: snapshot.transactionId ?? '',
    amount_cents: snapshot.amountCents,
    // Some stores omit the currency.
    currency: snapshot.currency || (before?.currency ?? 'usd'),
    is_trial: snapshot.isTrial,
    is_canceling: snapshot.isCanceling && !isOver(status),
    next_plan_id: snapshot.nextPlan?.planId ?? null,
    next_plan_at: snapshot.nextPlan?.at ?? null,
    is_disputed: snapshot.isDisputed,
  }
  return {
    values: values || null,
    isUnknown: state.isUnknown || snapshot.planId === null,
    shouldCancel: status === 'refunded' && snapshot.endedAt === null && !isStoreRef(snapshot.ref),
  }
}

export const isOver = (status: PurchaseStatus['status']): boolean =>
  status === 'canceled' || status === 'expired' || status === 'refunded'

const dates = (snapshot: PurchaseSnapshot, status: PurchaseStatus['status'], now: Date) => ({
  started_at: snapshot.startedAt,
  ends_at: isOver(status) ? (snapshot.endedAt ?? now) : snapshot.isCanceling ? snapshot.periodEnd : null,
  period_end: status === 'pending' || status === 'expired' ? null : snapshot.periodEnd,
})

const paymentIssue = ({ graceEndsAt }: PurchaseStatus, failedSince: Date | null, now: Date) => ({
  issue_since: graceEndsAt && (failedSince ?? now),
  grace_ends_at: graceEndsAt,
})
