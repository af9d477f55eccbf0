import type { PaymentMethod } from '@recaps/contract/subscriptions'
import type { SubscriptionStatus } from '@recaps/domain/billing'
import type { PlanId } from '@recaps/domain/plans'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Movement } from '../ports/payments.ts'

type Key = GeneratedAlways<number>

export type PaymentProvider = 'stripe' | 'apple' | 'google'

/** The last known state of a purchase at its provider. */
export interface UserSubscriptionsTable {
  id: Key
  user_id: number
  plan_id: PlanId
  type: string
  /** `active` if the plan was in effect at the last sync; a grace period may have ended since. */
  status: SubscriptionStatus
  provider: Generated<PaymentProvider>
  /** The provider's own name for the status. */
  provider_state: string | null
  started_at: Date
  /** When it ends or ended; null while it renews. */
  ends_at: Date | null
  /** End of the paid period. */
  period_end: Date | null
  payment_method: PaymentMethod
  transaction_id: string
  amount_cents: number
  currency: string
  customer_id: string | null
  stripe_subscription_id: string | null
  /** App stores only: the permanent id of the purchase, which also serves as its receipt. */
  original_id: string | null
  is_trial: Generated<boolean>
  is_canceling: Generated<boolean>
  /** Since when a payment has been failing, and how long the plan stays in effect regardless. */
  issue_since: Date | null
  grace_ends_at: Date | null
  told_grace_end: Generated<boolean>
  next_plan_id: PlanId | null
  next_plan_at: Date | null
  is_disputed: Generated<boolean>
  /** Numbers of the last sync that started and finished, so that a slow sync does not overwrite the result of a later one. */
  looks_begun: Generated<number>
  looks_done: Generated<number>
  created_at: Generated<Date>
  updated_at: Date | null
}

export type OperationKind =
  | 'customer'
  | 'begin'
  | 'buy'
  | 'cancel'
  | 'resume'
  | 'upgrade'
  | 'downgrade'
  | 'keep'
  | 'end'
  | 'refund'

/** A call that changes something at the provider. Its id is the idempotency key. One at a time per user. */
export interface PaymentOperationsTable {
  id: string
  user_id: number | null
  kind: OperationKind
  /** The request as JSON: a retry of the operation always sends the same request. */
  wish: string
  state: Generated<'begun' | 'done' | 'failed'>
  result: string | null
  created_at: Date
  ended_at: Date | null
}

export interface PaymentCustomersTable {
  user_id: number | null
  customer_id: string
  created_at: Date
}

/** Webhook events that were received. */
export interface PaymentEventsTable {
  id: string
  provider: PaymentProvider
  type: string
  subject: string | null
  received_at: Date
}

/** Payments, refunds and disputes. Kept without the user when the account is deleted. */
export interface PaymentMovementsTable {
  id: string
  user_id: number | null
  user_subscription_id: number | null
  provider: PaymentProvider
  kind: Movement['kind']
  amount_cents: number
  currency: string
  invoice_id: string | null
  at: Date
}
