import type { Currency, PaymentMethod, PaymentSetup } from '@recaps/contract/subscriptions'
import type { BuyablePlanId, ProviderStatus } from '@recaps/domain/billing'

/** The current state of a subscription at its provider. Money in integer cents. */
export interface PaidSubscription {
  id: string
  customerId: string
  /** Null if the price is unknown to us. */
  planId: BuyablePlanId | null
  amountCents: number
  currency: string
  providerStatus: ProviderStatus
  startedAt: Date
  periodEnd: Date
  isTrial: boolean
  isCanceling: boolean
  /** When it ended; null while it is active. */
  endedAt: Date | null
  nextPlan: { planId: BuyablePlanId; at: Date } | null
  isDisputed: boolean
  method: PaymentMethod
  /** Transaction of the newest payment; null before the first. */
  transactionId: string | null
  /** Secret with which the browser confirms a pending payment; null if no payment is pending. */
  clientSecret: string | null
  /** Payments and refunds, oldest first. */
  movements: Movement[]
}

/** A movement of money. */
export interface Movement {
  /** The provider's id. It never changes for the same movement. */
  id: string
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won'
  amountCents: number
  currency: string
  at: Date
  invoiceId: string | null
  periodStart: Date | null
  periodEnd: Date | null
}

export interface ProviderInvoice {
  id: string
  number: string | null
  planId: BuyablePlanId | null
  periodStart: Date
  periodEnd: Date
  status: 'paid' | 'open' | 'failed' | 'refunded' | 'partly_refunded' | 'void'
  amountCents: number
  refundedCents: number
  currency: string
  createdAt: Date
  url: string | null
}

/** Data with which a browser or phone opens the payment form. */
export interface StartedPurchase {
  subscriptionId: string
  customerId: string
  clientSecret: string
  ephemeralKey: string
}

/** An event signed by the provider. Only a hint: the current state is fetched from the provider. */
export interface PaymentEvent {
  id: string
  type: string
  /** The objects it may concern. Refunds and disputes name only their charge. */
  subscriptionId: string | null
  customerId: string | null
  chargeId: string | null
}

/**
 * A payment provider. Every call that changes something carries the id of an operation that was stored before. Repeating a
 * call with the same id has no further effect, whatever happened in between. Throws `PaymentRefused` and `ProviderError`.
 */
export interface Payments {
  setup: PaymentSetup
  /** Product and price ids of the plans. */
  prices(): Promise<Record<BuyablePlanId, { productId: string; priceId: string }>>
  createCustomer(operationId: string, user: { id: number; email: string; name: string | null }): Promise<string>
  startPurchase(
    operationId: string,
    order: { userId: number; customerId: string; planId: BuyablePlanId; currency: Currency },
  ): Promise<StartedPurchase>
  /** The data to continue an open purchase; null if it is no longer open. */
  resumePurchase(subscriptionId: string): Promise<StartedPurchase | null>
  /** Buys with a saved payment method. `requires_action` leaves the purchase pending. */
  buyWithSavedMethod(
    operationId: string,
    order: { userId: number; customerId: string; planId: BuyablePlanId; currency: Currency; paymentMethodId: string },
  ): Promise<PaidSubscription>
  /** Null if there is no subscription with this id. */
  subscription(id: string): Promise<PaidSubscription | null>
  /** Every subscription the customer ever had, newest first. */
  listSubscriptions(customerId: string): Promise<{ id: string; isOver: boolean }[]>
  setCanceling(operationId: string, id: string, isCanceling: boolean): Promise<PaidSubscription>
  /** Cancels the subscription immediately. Also returns true if it had already ended. */
  cancelNow(operationId: string, id: string): Promise<boolean>
  /** Refunds a charge in full. Repeating it has no further effect. */
  refund(operationId: string, chargeId: string): Promise<void>
  /** The amount that a change of plan would charge immediately, in cents. */
  previewChange(id: string, planId: BuyablePlanId): Promise<{ dueNowCents: number }>
  upgrade(operationId: string, id: string, planId: BuyablePlanId): Promise<PaidSubscription>
  /** Takes effect with the next period. */
  downgrade(operationId: string, id: string, planId: BuyablePlanId): Promise<PaidSubscription>
  /** Cancels a downgrade that has not taken effect yet. */
  cancelDowngrade(operationId: string, id: string): Promise<PaidSubscription>
  invoices(customerId: string, limit: number): Promise<ProviderInvoice[]>
  /** Null if there is no invoice with this id. */
  invoice(id: string): Promise<ProviderInvoice | null>
  portalUrl(customerId: string, returnTo: string): Promise<string>
  /** Null if the provider did not sign these bytes, or did not sign them recently. */
  readEvent(body: Uint8Array, signature: string | undefined, now: Date): PaymentEvent | null
  /** Customer of a charge; null if unknown. */
  findCustomer(chargeId: string): Promise<string | null>
  /** Events since the given time that the provider could not deliver. */
  undeliveredEvents(since: Date, signal?: AbortSignal): AsyncIterable<PaymentEvent>
}

/** The provider or a bank refused a payment or a change. */
export class PaymentRefused extends Error {
  readonly reason: 'declined' | 'action_required' | 'not_found' | 'wrong_state'
  constructor(reason: PaymentRefused['reason'], detail: string) {
    super(detail)
    this.name = 'PaymentRefused'
    this.reason = reason
  }
}

/** The current state of a purchase at its app store. Money in hundredths of its currency. */
export interface StorePurchase
  extends Omit<PaidSubscription, 'customerId' | 'isDisputed' | 'method' | 'clientSecret' | 'currency'> {
  /** Also works as a receipt: Apple's original transaction id, Google's purchase token. */
  id: string
  /** ISO 4217 in lower case; empty if the store doesn't report it. */
  currency: string
  /** Our identifier of the account it was bought for; null if it was bought outside the app. */
  accountToken: string | null
  /** The purchase that this one has replaced. */
  replaces: string | null
  /** Another purchase has replaced it, so its end does not end the plan. */
  isReplaced?: boolean
  /** Whether we have acknowledged the purchase at the store. */
  isAcknowledged: boolean
}

/** A change reported by a store. Only a hint: the current state is fetched from the store. */
export interface StoreMessage {
  id: string
  type: string
  /** The receipt to read; null if the message concerns none of our purchases. */
  receipt: string | null
}

/** An app store, which takes the payments itself. */
export interface Store {
  provider: 'apple' | 'google'
  method: 'apple_iap' | 'google_play'
  /** Product ids of the plans. */
  products: Record<BuyablePlanId, string>
  /** Page where users of the store change and cancel their subscriptions. */
  manageUrl: string
  /**
   * Null if the store does not confirm the receipt, or not for this app. A receipt that is more than a plain transaction
   * number proves that it came from the buyer's device. Throws `ProviderError`.
   */
  read(receipt: string): Promise<StorePurchase | null>
  /** Whether the receipt can't be guessed, so that it must come from the buyer's device. */
  isProof(receipt: string): boolean
  /** Null if the store did not sign the message, or not for this app. */
  readMessage(body: Uint8Array, authorization: string | undefined): Promise<StoreMessage | null>
  /** Confirms the purchase to the store. Otherwise the store refunds the buyer after some days. */
  acknowledge(id: string): Promise<void>
}

/** The configured app stores. */
export type Stores = Partial<Record<Store['provider'], Store>>
