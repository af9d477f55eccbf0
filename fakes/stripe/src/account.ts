import type { FakeTime } from '@recaps/fake-parts'
import type { Stripe } from 'stripe'
import type { TestCard } from './cards.ts'
import type { LedgerEntry } from './ledger.ts'
import type { LineInput } from './objects/invoice.ts'

/** What to do about failed invoice payments. In Stripe this is an account setting. */
export interface Dunning {
  /** Days from each failed attempt to the next. */
  retryDays: readonly number[]
  /** Action on the subscription after the last failed attempt. */
  afterwards: 'cancel' | 'unpaid' | 'past_due'
}

/** One Stripe account in memory. Objects are stored unexpanded, as the API returns them by default. */
export interface Account {
  time: FakeTime
  /** Base URL of the fake, which also serves its pages. */
  url: string
  dunning: Dunning
  customers: Map<string, Stripe.Customer>
  deletedCustomers: Map<string, Stripe.DeletedCustomer>
  products: Map<string, Stripe.Product>
  prices: Map<string, Stripe.Price>
  paymentMethods: Map<string, Stripe.PaymentMethod>
  /** Card behavior by payment method id. */
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
  /** The API call in progress. Events that it causes refer to it. */
  request: Stripe.Event.Request | null
  listeners: ((event: Stripe.Event) => void)[]
  /** Ids of subscriptions whose `trial_will_end` event was sent. */
  announcedTrialEnds: Set<string>
  /** Ids of payment methods that have passed 3-D Secure. */
  authenticatedMethods: Set<string>
  /** Lines to put on the next invoice, by subscription id. */
  pendingLines: Map<string, LineInput[]>
  /** Id of the invoice that a pending update waits for, by subscription id. */
  pendingUpdateInvoices: Map<string, string>
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
    announcedTrialEnds: new Set(),
    authenticatedMethods: new Set(),
    pendingLines: new Map(),
    pendingUpdateInvoices: new Map(),
  }
}

/** Id of a reference that may be expanded. */
export const referenceId = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

/** Looks up an object by an id that this account issued. Throws if there is none. */
export function getObject<T>(objects: ReadonlyMap<string, T>, reference: string | { id: string }): T {
  const found = objects.get(referenceId(reference))
  if (!found) throw new Error(`The Stripe fake has no object ${referenceId(reference)}`)
  return found
}

export const toList = <T>(url: string, data: T[]): Stripe.ApiList<T> => ({ object: 'list', data, has_more: false, url })
