import type { Invoice, PaymentSetup, StoreSetup, UserSubscription } from '@recaps/contract'
import { type PlanId, planById } from '@recaps/domain/plans'

const dayMs = 24 * 3600_000

export const samplePayments = (change: Partial<PaymentSetup> = {}): PaymentSetup => ({
  provider: 'stripe',
  publishableKey: 'pk_test_1',
  scriptUrl: 'https://js.stripe.test/stripe.js',
  isTest: true,
  ...change,
})

export const sampleStores = (change: Partial<StoreSetup> = {}): StoreSetup => ({
  accountToken: '2f0c8a52-9f0e-4e4b-8a41-6d0c7f6b8a10',
  isUsedByApps: false,
  apple: null,
  google: null,
  ...change,
})

/** Bought ten days ago, renews in twenty. */
export function samplePurchase(
  planId: PlanId,
  nowMs: number,
  change: Partial<UserSubscription> = {},
): UserSubscription {
  const at = (days: number) => new Date(nowMs + days * dayMs).toISOString()
  const { priceCents, type } = planById(planId)
  return {
    id: 31,
    userId: 1,
    subscriptionId: planId,
    type,
    startDate: at(-10),
    endDate: null,
    status: 'active',
    paymentMethod: 'card',
    transactionId: 'pi_1',
    amount: priceCents / 100,
    currency: 'usd',
    stripeSubscriptionId: 'sub_1',
    isTrial: false,
    currentPeriodEnd: at(20),
    isCanceling: false,
    paymentIssue: null,
    isDisputed: false,
    nextPlan: null,
    createdAt: at(-10),
    updatedAt: null,
    ...change,
  }
}

export function sampleInvoice(number: number, nowMs: number, change: Partial<Invoice> = {}): Invoice {
  const createdAt = new Date(nowMs - number * 30 * dayMs).toISOString()
  return {
    id: `in_${number}`,
    number: `R-000${number}`,
    subscriptionId: 'basic',
    periodStart: createdAt,
    periodEnd: new Date(nowMs - (number - 1) * 30 * dayMs).toISOString(),
    status: 'paid',
    amount: 4.99,
    refunded: 0,
    currency: 'usd',
    createdAt,
    url: `https://invoice.stripe.test/${number}`,
    ...change,
  }
}
