import type { Currency } from '@recaps/contract/subscriptions'
import type { BuyablePlanId } from '@recaps/domain/billing'

/** What an operation asks of the provider. It is stored before it is called, and never called with something else. */
export type Wish =
  | { kind: 'begin'; planId: BuyablePlanId; currency: Currency }
  | { kind: 'buy'; planId: BuyablePlanId; currency: Currency; paymentMethodId: string }
  | { kind: 'cancel' | 'resume' | 'keep'; subscriptionId: string }
  | { kind: 'upgrade' | 'downgrade'; subscriptionId: string; planId: BuyablePlanId }
  | { kind: 'end'; subscriptionId: string }
  | { kind: 'refund'; subscriptionId: string; chargeId: string }
  /** Everything of a customer whose account is deleted. */
  | { kind: 'end'; customerId: string }

/** Keys are written in the order in which the wishes above name them, so that equal wishes are equal texts. */
export const isSame = (one: string, other: Wish): boolean => one === JSON.stringify(other)
