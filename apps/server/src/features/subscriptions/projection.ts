import { type Status, statusOf } from '@recaps/domain/billing'
import { isOfStore } from './refs.ts'
import type { PurchaseRow, Seen } from './repository.ts'
import type { Told } from './seeing.ts'

export interface Projected {
  /** Null for a plan that is none of ours and was never kept: there is nothing to write. */
  seen: Seen | null
  /** Somebody should look at it. */
  isOdd: boolean
  /** It was given back but runs on at the provider, who can be told to end it. */
  isToEnd: boolean
}

/** What is written down of a subscription that was just looked at; `before` is what stood there. */
export function projectionOf(told: Told, before: PurchaseRow | undefined, now: Date): Projected {
  // When it failed first stays what it was: a grace that moved along would never end.
  const failedSince = told.standing.failedSince ?? before?.issue_since ?? null
  const state = statusOf({ ...told.standing, failedSince }, now)
  const planId = told.planId ?? before?.plan_id
  const status = told.planId === null && state.status === 'active' ? 'past_due' : state.status
  const seen = planId && {
    ...times(told, status, now),
    ...problem(state, failedSince, now),
    status,
    provider_state: told.standing.state,
    plan_id: planId,
    payment_method: told.method,
    transaction_id: told.transactionId ?? '',
    amount_cents: told.amountCents,
    // Not every store tells it of each purchase.
    currency: told.currency || (before?.currency ?? 'usd'),
    is_trial: told.isTrial,
    is_canceling: told.isCanceling && !isOver(status),
    next_plan_id: told.nextPlan?.planId ?? null,
    next_plan_at: told.nextPlan?.at ?? null,
    is_disputed: told.isDisputed,
  }
  return {
    seen: seen || null,
    isOdd: state.isUnknown || told.planId === null,
    isToEnd: status === 'refunded' && told.endedAt === null && !isOfStore(told.ref),
  }
}

export const isOver = (status: Status['status']): boolean =>
  status === 'canceled' || status === 'expired' || status === 'refunded'

const times = (told: Told, status: Status['status'], now: Date) => ({
  started_at: told.startedAt,
  ends_at: isOver(status) ? (told.endedAt ?? now) : told.isCanceling ? told.periodEnd : null,
  period_end: status === 'pending' || status === 'expired' ? null : told.periodEnd,
})

const problem = ({ graceEndsAt }: Status, failedSince: Date | null, now: Date) => ({
  issue_since: graceEndsAt && (failedSince ?? now),
  grace_ends_at: graceEndsAt,
})
