import { buyablePlanIds, subscriptionStatuses } from '@recaps/domain/billing'
import { contentTypes, frequencies, parsePlanId, planIds, projectType } from '@recaps/domain/plans'
import { z } from 'zod'
import { route } from './route.ts'
import { id, minTrimmedLength, timestamp } from './schemas.ts'

export const plan = z.object({
  id: z.enum(planIds),
  /** US dollars per month, decimal. */
  price: z.number(),
  /** Empty if payments are not set up. */
  stripeProductId: z.string(),
  stripePriceId: z.string(),
  title: z.string(),
  type: z.enum(contentTypes),
  summariesPerMonth: z.number().int(),
  communityReadsPerMonth: z.number().int(),
  aiInteraction: z.boolean(),
  channelLimit: z.number().int(),
  allowedFrequencies: z.array(z.enum(frequencies)),
  offersFreeTrial: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type PlanResponse = z.infer<typeof plan>

export const paymentMethods = ['card', 'apple_pay', 'google_pay', 'apple_iap', 'google_play'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
export { subscriptionStatuses }

/** Currencies in which plans are sold here. App stores also use others. */
export const currencies = ['usd'] as const
export type Currency = (typeof currencies)[number]

/** ISO 4217, lower case. */
const anyCurrency = z.string().regex(/^[a-z]{3}$/)

/** A decimal amount. Internally we use integer hundredths. */
const money = z.number()

export const userSubscription = z.object({
  id,
  userId: id,
  subscriptionId: z.enum(planIds),
  type: z.enum(contentTypes),
  startDate: timestamp,
  /** When it ends or ended; null if no end is set. */
  endDate: timestamp.nullable(),
  /** `active` if and only if the user has the plan now. */
  status: z.enum(subscriptionStatuses),
  paymentMethod: z.enum(paymentMethods),
  transactionId: z.string(),
  /** Price per month. */
  amount: money,
  currency: anyCurrency,
  stripeSubscriptionId: z.string().nullable(),
  isTrial: z.boolean(),
  /** End of the paid period; null before the first payment. */
  currentPeriodEnd: timestamp.nullable(),
  /** It ends with the current period and can be resumed until then. */
  isCanceling: z.boolean(),
  /** A payment failed. The user keeps the plan until the grace period ends. */
  paymentIssue: z.object({ since: timestamp, graceEndsAt: timestamp }).nullable(),
  /** A bank disputes a payment. The user keeps the plan but cannot upgrade until the dispute is resolved. */
  isDisputed: z.boolean(),
  /** A cheaper plan that starts with the next period. */
  nextPlan: z.object({ subscriptionId: z.enum(planIds), at: timestamp }).nullable(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
})
export type UserSubscription = z.infer<typeof userSubscription>

export const monthlyUsage = z.object({
  used: z.number().int(),
  limit: z.number().int(),
  remaining: z.number().int(),
  resetsAt: timestamp,
  /** Popular summaries of other users opened this month. */
  communityReads: z.object({ used: z.number().int(), limit: z.number().int(), remaining: z.number().int() }),
})
export type MonthlyUsageResponse = z.infer<typeof monthlyUsage>

/** How plans are paid for on this server, outside of app stores. */
export const paymentSetup = z.object({
  /** `none`: payments are not set up. */
  provider: z.enum(['none', 'stripe']),
  /** The key that a browser uses with the provider. */
  publishableKey: z.string().nullable(),
  /** URL of the provider's script. */
  scriptUrl: z.string().nullable(),
  /** Test mode: no real money is charged. */
  isTest: z.boolean(),
})
export type PaymentSetup = z.infer<typeof paymentSetup>

/** The plans' product ids in an app store. */
const products = z.object({ basic: z.string(), premium: z.string(), pro: z.string(), ultimate: z.string() })

/** Purchases in app stores. A store that is not set up is null. */
export const storeSetup = z.object({
  /** Identifies the buyer to the store: `appAccountToken` for Apple, `obfuscatedExternalAccountId` for Google. */
  accountToken: z.string(),
  /** Phone apps sell through their store instead of by card, if that store is set up here. */
  isUsedByApps: z.boolean(),
  apple: z.object({ products, manageUrl: z.string() }).nullable(),
  google: z.object({ products, manageUrl: z.string() }).nullable(),
})
export type StoreSetup = z.infer<typeof storeSetup>

export const invoice = z.object({
  /** The provider's id. */
  id: z.string(),
  number: z.string().nullable(),
  subscriptionId: z.enum(planIds).nullable(),
  periodStart: timestamp,
  periodEnd: timestamp,
  status: z.enum(['paid', 'open', 'failed', 'refunded', 'partly_refunded', 'void']),
  amount: money,
  refunded: money,
  currency: z.enum(currencies),
  createdAt: timestamp,
  /** The provider's page for viewing and downloading the invoice. */
  url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>

/** `pro`, or `youtube-pro`. */
const buyable = z
  .string()
  .max(64)
  .transform((text, context) => {
    const planId = buyablePlanIds.find(buyableId => buyableId === parsePlanId(text))
    if (!planId)
      context.addIssue({ code: 'custom', message: `subscriptionId must be one of ${buyablePlanIds.join(', ')}` })
    return planId ?? z.NEVER
  })
  .meta({ enum: buyablePlanIds.flatMap(planId => [planId, `${projectType}-${planId}`]) })
const providerId = z.string().trim().min(1).max(255).meta(minTrimmedLength(1))
const currency = z.enum(currencies, { error: `currency must be one of ${currencies.join(', ')}` })

/** Cost and effects of a plan change, before it is made. */
export const changePreview = z.object({
  kind: z.enum(['upgrade', 'downgrade']),
  /** Charged at once: the price difference for the rest of the period. 0 for a downgrade. */
  dueNow: money,
  /** Price per month after the change. */
  amount: money,
  currency: anyCurrency,
  /** When the new plan starts. */
  startsAt: timestamp,
  effects: z.object({
    waitingChannels: z.number().int(),
    isFrequencyPaused: z.boolean(),
    summariesLeft: z.number().int(),
    readsLeft: z.number().int(),
    aiInteraction: z.enum(['gained', 'lost']).nullable(),
  }),
})
export type ChangePreview = z.infer<typeof changePreview>

/** `clientSecret` lets the browser confirm a payment that is waiting for the user; null if there is nothing to confirm. */
const outcome = z.object({ subscription: userSubscription, clientSecret: z.string().nullable() })

export const subscriptions = {
  plans: route({
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'List the plans',
    access: 'public',
    responses: { 200: z.array(plan) },
  }),
  user: route({
    method: 'GET',
    path: '/api/subscriptions/user',
    summary: 'Get your active plan, your purchases and your remaining quota for this month',
    access: 'user',
    responses: {
      200: z.object({
        activePlan: plan,
        subscriptions: z.array(userSubscription),
        month: monthlyUsage,
        payments: paymentSetup,
        stores: storeSetup,
      }),
    },
  }),
  createPaymentIntent: route({
    method: 'POST',
    path: '/api/subscriptions/create-stripe-payment-intent',
    summary: 'Start a purchase: get the secrets for the payment form in the browser or on the phone',
    access: 'user',
    body: z.object({ subscriptionId: buyable, currency }),
    responses: {
      200: z.object({
        /** Client secret of the payment to confirm. */
        paymentIntent: z.string(),
        /** Secret of a key that lets a phone show the customer's saved cards. */
        ephemeralKey: z.string(),
        customer: z.string(),
        stripeSubscriptionId: z.string(),
      }),
    },
  }),
  create: route({
    method: 'POST',
    path: '/api/subscriptions/create',
    summary: 'Buy a plan with a saved payment method',
    access: 'user',
    body: z.object({ subscriptionId: buyable, paymentMethodId: providerId, isTrial: z.boolean() }),
    responses: { 200: outcome },
  }),
  purchase: route({
    method: 'POST',
    path: '/api/subscriptions/purchase',
    summary: 'Confirm a purchase; the server checks with the payment provider or store that it was paid',
    access: 'user',
    body: z.object({
      subscriptionId: buyable,
      paymentMethod: z.enum(paymentMethods),
      /** The payment intent of a card payment, or the receipt of a store. */
      transactionId: z.string().trim().min(1).max(20_000).meta(minTrimmedLength(1)),
      stripeSubscriptionId: providerId.nullish(),
      isTrial: z.boolean(),
      /** Ignored for store purchases, where the store reports the currency. */
      currency,
    }),
    responses: { 200: userSubscription },
  }),
  cancel: route({
    method: 'POST',
    path: '/api/subscriptions/cancel',
    summary: 'Cancel a plan at the end of its period',
    access: 'user',
    body: z.object({ userSubscriptionId: id }),
    responses: { 200: userSubscription },
  }),
  resume: route({
    method: 'POST',
    path: '/api/subscriptions/resume',
    summary: 'Keep a plan that is set to end or change with its period',
    access: 'user',
    body: z.object({ userSubscriptionId: id }),
    responses: { 200: userSubscription },
  }),
  previewChange: route({
    method: 'POST',
    path: '/api/subscriptions/preview-change',
    summary: 'Preview the cost and effects of a plan change',
    access: 'user',
    body: z.object({ subscriptionId: buyable }),
    responses: { 200: changePreview },
  }),
  change: route({
    method: 'POST',
    path: '/api/subscriptions/change',
    summary: 'Change your plan: upgrades apply at once, downgrades with the next period',
    access: 'user',
    body: z.object({ subscriptionId: buyable }),
    responses: { 200: outcome },
  }),
  portal: route({
    method: 'POST',
    path: '/api/subscriptions/portal',
    summary: 'Get the URL of your payment provider pages for cards and invoices',
    access: 'user',
    responses: { 200: z.object({ url: z.string() }) },
  }),
  invoices: route({
    method: 'GET',
    path: '/api/subscriptions/invoices',
    summary: 'List your invoices, newest first',
    access: 'user',
    responses: { 200: z.object({ data: z.array(invoice) }) },
  }),
  webhook: route({
    method: 'POST',
    path: '/api/subscriptions/webhook',
    summary: 'Webhook for Stripe; rejects anything Stripe has not signed',
    access: 'public',
    consumes: 'application/json',
    responses: { 200: z.object({ received: z.boolean() }) },
  }),
  appleMessages: route({
    method: 'POST',
    path: '/api/subscriptions/apple',
    summary: 'Webhook for the App Store; rejects anything Apple has not signed',
    access: 'public',
    consumes: 'application/json',
    responses: { 200: z.object({ received: z.boolean() }) },
  }),
  googleMessages: route({
    method: 'POST',
    path: '/api/subscriptions/google',
    summary: 'Webhook for Google Play; rejects anything Google has not sent',
    access: 'public',
    consumes: 'application/json',
    responses: { 200: z.object({ received: z.boolean() }) },
  }),
}
