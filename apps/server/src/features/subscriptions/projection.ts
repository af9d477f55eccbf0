import { type Status, statusOf } from '@recaps/domain/billing'
import { isOfStore } from './refs.ts'
import type { PurchaseRow, Seen } from './repository.ts'
import type { Told } from './seeing.ts'

export interface Projected {
  /** Null for an unknown plan of a purchase that was never saved: there is nothing to save. */
  seen: Seen | null
  /** The state or plan is unknown, so an operator should check the purchase. */
  isOdd: boolean
  /** Refunded, but still running at a provider where we can cancel it. */
  isToEnd: boolean
}

/** The values to save for a snapshot that was just fetched; `before` is the saved row. */
export function projectionOf(snapshot: Told, before: PurchaseRow | undefined, now: Date): Projected {
  // Keep the time of the first failure: a grace period that moved along would never end.
  const failedSince = snapshot.standing.failedSince ?? before?.issue_since ?? null
  const state = statusOf({ ...snapshot.standing, failedSince }, now)
  const planId = snapshot.planId ?? before?.plan_id
  const status = snapshot.planId === null && state.status === 'active' ? 'past_due' : state.status
  const values = planId && {
    ...dates(snapshot, status, now),
    ...paymentIssue(state, failedSince, now),
    status,
    provider_state: snapshot.standing.state,
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
    seen: values || null,
    isOdd: state.isUnknown || snapshot.planId === null,
    isToEnd: status === 'refunded' && snapshot.endedAt === null && !isOfStore(snapshot.ref),
  }
}

export const isOver = (status: Status['status']): boolean =>
  status === 'canceled' || status === 'expired' || status === 'refunded'

const dates = (snapshot: Told, status: Status['status'], now: Date) => ({
  started_at: snapshot.startedAt,
  ends_at: isOver(status) ? (snapshot.endedAt ?? now) : snapshot.isCanceling ? snapshot.periodEnd : null,
  period_end: status === 'pending' || status === 'expired' ? null : snapshot.periodEnd,
})

const paymentIssue = ({ graceEndsAt }: Status, failedSince: Date | null, now: Date) => ({
  issue_since: graceEndsAt && (failedSince ?? now),
  grace_ends_at: graceEndsAt,
})
