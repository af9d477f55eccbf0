import type { Currency, PaymentMethod, PaymentSetup } from '@recaps/contract/subscriptions'
import type { BuyablePlanId, Standing } from '@recaps/domain/billing'

/** A subscription as its provider tells it now. Money in integer cents. */
export interface PaidSubscription {
  id: string
  customerId: string
  /** Null for a price that is none of ours. */
  planId: BuyablePlanId | null
  amountCents: number
  currency: string
  standing: Standing
  startedAt: Date
  periodEnd: Date
  isTrial: boolean
  isCanceling: boolean
  /** When it ended; null while it has not. */
  endedAt: Date | null
  nextPlan: { planId: BuyablePlanId; at: Date } | null
  isDisputed: boolean
  method: PaymentMethod
  /** Of its newest payment; null before the first. */
  transactionId: string | null
  /** With which the browser confirms what waits for its user; null when nothing does. */
  clientSecret: string | null
  /** What has been paid and given back for it, oldest first. */
  movements: Movement[]
}

/** Money that moved. */
export interface Movement {
  /** As the provider calls it; the same movement has the same id for ever. */
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

/** What the browser or phone opens its payment form with. */
export interface BegunPurchase {
  subscriptionId: string
  customerId: string
  clientSecret: string
  ephemeralKey: string
}

/** An event that the provider signed. What it says of anything is not believed: it is asked anew. */
export interface PaymentEvent {
  id: string
  type: string
  /** What it may be about. Refunds and disputes name only their charge. */
  subscriptionId: string | null
  customerId: string | null
  chargeId: string | null
}

/**
 * Who takes money. Each call that changes something carries the id of an operation that was stored before: called again with it,
 * after whatever happened in between, it has its effect once. Throws `PaymentRefused` and `ProviderError`.
 */
export interface Payments {
  setup: PaymentSetup
  /** Ids of what is sold, by plan. */
  prices(): Promise<Record<BuyablePlanId, { productId: string; priceId: string }>>
  createCustomer(operationId: string, user: { id: number; email: string; name: string | null }): Promise<string>
  begin(
    operationId: string,
    wish: { userId: number; customerId: string; planId: BuyablePlanId; currency: Currency },
  ): Promise<BegunPurchase>
  /** What a purchase that was begun and is still open is continued with; null when it is not open any more. */
  goOn(subscriptionId: string): Promise<BegunPurchase | null>
  /** Buys with a payment method that is there; `requires_action` leaves it pending. */
  buyWith(
    operationId: string,
    wish: { userId: number; customerId: string; planId: BuyablePlanId; currency: Currency; paymentMethodId: string },
  ): Promise<PaidSubscription>
  /** Null when there is none of this id. */
  subscription(id: string): Promise<PaidSubscription | null>
  /** All that a customer ever had, the newest first. */
  subscriptionsOf(customerId: string): Promise<{ id: string; isOver: boolean }[]>
  setCanceling(operationId: string, id: string, isCanceling: boolean): Promise<PaidSubscription>
  /** Ends it now; true also when it had ended. */
  end(operationId: string, id: string): Promise<boolean>
  /** Gives all of a charge back; once, however often it is asked for. */
  refund(operationId: string, chargeId: string): Promise<void>
  /** What is charged at once, in cents. */
  priceOfChange(id: string, planId: BuyablePlanId): Promise<{ dueNowCents: number }>
  upgrade(operationId: string, id: string, planId: BuyablePlanId): Promise<PaidSubscription>
  /** With the next period. */
  downgrade(operationId: string, id: string, planId: BuyablePlanId): Promise<PaidSubscription>
  /** Takes a downgrade back that has not happened yet. */
  keepPlan(operationId: string, id: string): Promise<PaidSubscription>
  invoices(customerId: string, limit: number): Promise<ProviderInvoice[]>
  /** Null when there is none of this id. */
  invoice(id: string): Promise<ProviderInvoice | null>
  portalUrl(customerId: string, returnTo: string): Promise<string>
  /** Null when these bytes were not signed by the provider, or not now. */
  readEvent(body: Uint8Array, signature: string | undefined, now: Date): PaymentEvent | null
  /** Whose payment it was; null for nobody known. */
  customerOf(chargeId: string): Promise<string | null>
  /** Events that the provider could not deliver since then. */
  undelivered(since: Date, signal?: AbortSignal): AsyncIterable<PaymentEvent>
}

/** The provider or a bank said no. */
export class PaymentRefused extends Error {
  readonly reason: 'declined' | 'action_required' | 'not_found' | 'wrong_state'
  constructor(reason: PaymentRefused['reason'], detail: string) {
    super(detail)
    this.name = 'PaymentRefused'
    this.reason = reason
  }
}

/** A purchase as its store tells it now. Money in hundredths of its currency. */
export interface StorePurchase
  extends Omit<PaidSubscription, 'customerId' | 'isDisputed' | 'method' | 'clientSecret' | 'currency'> {
  /** The store reads a purchase by its id as by a receipt: Apple's first transaction, Google's purchase token. */
  id: string
  /** ISO 4217 in small letters; empty where the store does not tell it. */
  currency: string
  /** The account that it was bought for, as we had named it to the store; null where it was bought outside of the app. */
  accountToken: string | null
  /** The purchase that this one has taken the place of. */
  replaces: string | null
  /** Another purchase has taken its place: whatever ends is not lost. */
  isReplaced?: boolean
  /** Whether the store has been told that the purchase was taken. */
  isAcknowledged: boolean
}

/** Something that a store says has changed. What it says of it is not believed: the store is asked anew. */
export interface StoreMessage {
  id: string
  type: string
  /** What to read; null where the message is about none of our purchases. */
  receipt: string | null
}

/** A store of apps, which takes the money itself. */
export interface Store {
  provider: 'apple' | 'google'
  method: 'apple_iap' | 'google_play'
  /** What the store calls the plans. */
  products: Record<BuyablePlanId, string>
  /** Where users of the store change and end what they have bought. */
  manageUrl: string
  /**
   * Null for a receipt that the store does not confirm, or not for this app. A receipt that is more than the mere number of
   * a transaction proves that it is in its buyer's hands. Throws `ProviderError`.
   */
  read(receipt: string): Promise<StorePurchase | null>
  /** Whether whoever shows this receipt must have it from the buyer's device: it cannot be guessed. */
  isProof(receipt: string): boolean
  /** Null for what the store has not signed, or not for this app. */
  readMessage(body: Uint8Array, authorization: string | undefined): Promise<StoreMessage | null>
  /** Tells the store that the purchase was taken; without it the money goes back to the buyer after some days. */
  acknowledge(id: string): Promise<void>
}

/** The stores that are set up here. */
export type Stores = Partial<Record<Store['provider'], Store>>
