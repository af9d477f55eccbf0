import type { PaymentMethod } from '@recaps/contract/subscriptions'
import type { SubscriptionStatus } from '@recaps/domain/billing'
import type { PlanId } from '@recaps/domain/plans'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Movement } from '../ports/payments.ts'

type Key = GeneratedAlways<number>

export type PaymentProvider = 'stripe' | 'apple' | 'google'

/** A purchase as its provider told it last. */
export interface UserSubscriptionsTable {
  id: Key
  user_id: number
  plan_id: PlanId
  type: string
  /** `active` if and only if the plan counts; a grace that has ended since is not seen here yet. */
  status: SubscriptionStatus
  provider: Generated<PaymentProvider>
  /** In the provider's own words. */
  provider_state: string | null
  started_at: Date
  /** When it ends or has ended; null while it goes on. */
  ends_at: Date | null
  /** Until when is paid for. */
  period_end: Date | null
  payment_method: PaymentMethod
  transaction_id: string
  amount_cents: number
  currency: string
  customer_id: string | null
  stripe_subscription_id: string | null
  /** Of a store: what names the purchase for ever, and is read as a receipt. */
  original_id: string | null
  is_trial: Generated<boolean>
  is_canceling: Generated<boolean>
  /** Since when a payment has been failing, and until when that keeps the plan. */
  issue_since: Date | null
  grace_ends_at: Date | null
  told_grace_end: Generated<boolean>
  next_plan_id: PlanId | null
  next_plan_at: Date | null
  is_disputed: Generated<boolean>
  /** Looks at the provider are counted; what one saw is not written over what a later one has seen. */
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

/** A call that changes something at the provider; its id is the idempotency key. A user has one at a time. */
export interface PaymentOperationsTable {
  id: string
  user_id: number | null
  kind: OperationKind
  /** What is asked for, as JSON: the same operation is never called with something else. */
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

/** That an event came. */
export interface PaymentEventsTable {
  id: string
  provider: PaymentProvider
  type: string
  subject: string | null
  received_at: Date
}

/** Money that moved; kept without its user when the account is deleted. */
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
