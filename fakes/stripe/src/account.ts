import type { FakeTime } from '@recaps/fake-parts'
import type { Stripe } from 'stripe'
import type { TestCard } from './cards.ts'
import type { LedgerEntry } from './ledger.ts'
import type { LineGiven } from './objects/invoice.ts'

/** What happens to invoices that cannot be paid: Stripe lets each account set it. */
export interface Dunning {
  /** Days from each failed attempt to the next one. */
  retryDays: readonly number[]
  /** What becomes of the subscription after the last one. */
  afterwards: 'cancel' | 'unpaid' | 'past_due'
}

/** One Stripe account in memory. Objects are kept unexpanded, as they are first answered. */
export interface Account {
  time: FakeTime
  /** Where its own pages are. */
  url: string
  dunning: Dunning
  customers: Map<string, Stripe.Customer>
  deletedCustomers: Map<string, Stripe.DeletedCustomer>
  products: Map<string, Stripe.Product>
  prices: Map<string, Stripe.Price>
  paymentMethods: Map<string, Stripe.PaymentMethod>
  /** How the card behind a payment method behaves, by the method's id. */
  cards: Map<string, TestCard>
  subscriptions: Map<string, Stripe.Subscription>
  schedules: Map<string, Stripe.SubscriptionSchedule>
  invoices: Map<string, Stripe.Invoice>
  invoicePayments: Map<string, Stripe.InvoicePayment>
  paymentIntents: Map<string, Stripe.PaymentIntent>
  setupIntents: Map<string, Stripe.SetupIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  portalSessions: Map<string, Stripe.BillingPortal.Session>
  events: Map<string, Stripe.Event>
  ledger: LedgerEntry[]
  /** The call that is being done, which the events that it causes name. */
  request: Stripe.Event.Request | null
  listeners: ((event: Stripe.Event) => void)[]
  /** Trials whose end was told of already. */
  toldOfTrialEnd: Set<string>
  /** Payment methods that passed 3-D Secure once. */
  authenticated: Set<string>
  /** Lines that wait for the next invoice of a subscription. */
  waitingLines: Map<string, LineGiven[]>
  /** The invoice that a pending update waits for, by subscription. */
  updateInvoices: Map<string, string>
}

export function openAccount({ time, dunning }: Pick<Account, 'time' | 'dunning'>): Account {
  return {
    time,
    url: '',
    dunning,
    customers: new Map(),
    deletedCustomers: new Map(),
    products: new Map(),
    prices: new Map(),
    paymentMethods: new Map(),
    cards: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    invoices: new Map(),
    invoicePayments: new Map(),
    paymentIntents: new Map(),
    setupIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    portalSessions: new Map(),
    events: new Map(),
    ledger: [],
    request: null,
    listeners: [],
    toldOfTrialEnd: new Set(),
    authenticated: new Set(),
    waitingLines: new Map(),
    updateInvoices: new Map(),
  }
}

/** The id of what may be expanded. */
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

/** What must be there: the caller has an id that the account itself gave out. */
export function known<T>(objects: ReadonlyMap<string, T>, reference: string | { id: string }): T {
  const found = objects.get(idOf(reference))
  if (!found) throw new Error(`Nothing is known of ${idOf(reference)}`)
  return found
}

export const listOf = <T>(url: string, data: T[]): Stripe.ApiList<T> => ({ object: 'list', data, has_more: false, url })
