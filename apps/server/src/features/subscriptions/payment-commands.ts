import type { Currency } from '@recaps/contract/subscriptions'
import type { BuyablePlanId } from '@recaps/domain/billing'

/** The command of a payment operation. It is stored before the provider is called, and never changes after that. */
export type PaymentCommand =
  | { kind: 'begin'; planId: BuyablePlanId; currency: Currency }
  | { kind: 'buy'; planId: BuyablePlanId; currency: Currency; paymentMethodId: string }
  | { kind: 'cancel' | 'resume' | 'keep'; subscriptionId: string }
  | { kind: 'upgrade' | 'downgrade'; subscriptionId: string; planId: BuyablePlanId }
  | { kind: 'end'; subscriptionId: string }
  | { kind: 'refund'; subscriptionId: string; chargeId: string }
  /** Ends all subscriptions of a customer whose account is deleted. */
  | { kind: 'end'; customerId: string }

/** Compares JSON, so commands must be created with their keys in the order of the type above. */
export const isSameCommand = (stored: string, command: PaymentCommand): boolean => stored === JSON.stringify(command)
