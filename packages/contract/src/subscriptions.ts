import { buyablePlanIds, subscriptionStatuses } from '@recaps/domain/billing'
import { contentTypes, frequencies, planIdFrom, planIds, projectType } from '@recaps/domain/plans'
import { z } from 'zod'
import { route } from './route.ts'
import { id, instant, leftByTrim } from './schemas.ts'

export const plan = z.object({
  id: z.enum(planIds),
  /** US dollars a month, decimal. */
  price: z.number(),
  /** Empty where nothing can be bought. */
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
  createdAt: instant,
  updatedAt: instant,
})
export type PlanResponse = z.infer<typeof plan>

export const paymentMethods = ['card', 'apple_pay', 'google_pay', 'apple_iap', 'google_play'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
export { subscriptionStatuses }

/** In which plans are sold here; stores of apps sell in others as well. */
export const currencies = ['usd'] as const
export type Currency = (typeof currencies)[number]

/** ISO 4217, in small letters. */
const anyCurrency = z.string().regex(/^[a-z]{3}$/)

/** Decimal, in its currency; inside it is integer hundredths. */
const money = z.number()

export const userSubscription = z.object({
  id,
  userId: id,
  subscriptionId: z.enum(planIds),
  type: z.enum(contentTypes),
  startDate: instant,
  /** When it ends or has ended; null while it goes on. */
  endDate: instant.nullable(),
  /** `active` if and only if the plan counts now. */
  status: z.enum(subscriptionStatuses),
  paymentMethod: z.enum(paymentMethods),
  transactionId: z.string(),
  /** What a month costs. */
  amount: money,
  currency: anyCurrency,
  stripeSubscriptionId: z.string().nullable(),
  isTrial: z.boolean(),
  /** Until when is paid for; null before the first payment. */
  currentPeriodEnd: instant.nullable(),
  /** It ends with the period and can be taken up again until then. */
  isCanceling: z.boolean(),
  /** A payment failed: the plan counts until the grace ends. */
  paymentIssue: z.object({ since: instant, graceEndsAt: instant }).nullable(),
  /** A bank asks for a payment back: the plan counts, and cannot be raised until that is settled. */
  isDisputed: z.boolean(),
  /** A cheaper plan that takes over with the next period. */
  nextPlan: z.object({ subscriptionId: z.enum(planIds), at: instant }).nullable(),
  createdAt: instant,
  updatedAt: instant.nullable(),
})
export type UserSubscription = z.infer<typeof userSubscription>

export const monthlyUse = z.object({
  used: z.number().int(),
  limit: z.number().int(),
  remaining: z.number().int(),
  resetsAt: instant,
  /** Popular summaries of others opened this month. */
  communityReads: z.object({ used: z.number().int(), limit: z.number().int(), remaining: z.number().int() }),
})
export type MonthlyUseResponse = z.infer<typeof monthlyUse>

/** How plans are bought here. */
export const paymentSetup = z.object({
  /** `none`: nothing can be bought. */
  provider: z.enum(['none', 'stripe']),
  /** With which a browser speaks to the provider. */
  publishableKey: z.string().nullable(),
  /** Where its script comes from. */
  scriptUrl: z.string().nullable(),
  /** No real money moves. */
  isTest: z.boolean(),
})
export type PaymentSetup = z.infer<typeof paymentSetup>

/** What an app store calls the plans. */
const products = z.object({ basic: z.string(), premium: z.string(), pro: z.string(), ultimate: z.string() })

/** How plans are bought in the stores of apps; null where a store is not set up. */
export const storeSetup = z.object({
  /** What the app tells the store of who buys: `appAccountToken` of Apple, `obfuscatedExternalAccountId` of Google. */
  accountToken: z.string(),
  /** The phone apps sell in the store of their phone, where it is set up here, and not by card. */
  isUsedByApps: z.boolean(),
  apple: z.object({ products, manageUrl: z.string() }).nullable(),
  google: z.object({ products, manageUrl: z.string() }).nullable(),
})
export type StoreSetup = z.infer<typeof storeSetup>

export const invoice = z.object({
  /** As the provider calls it. */
  id: z.string(),
  number: z.string().nullable(),
  subscriptionId: z.enum(planIds).nullable(),
  periodStart: instant,
  periodEnd: instant,
  status: z.enum(['paid', 'open', 'failed', 'refunded', 'partly_refunded', 'void']),
  amount: money,
  refunded: money,
  currency: z.enum(currencies),
  createdAt: instant,
  /** Where it can be read and kept, at the provider. */
  url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>

/** `pro`, or `youtube-pro`. */
const buyable = z
  .string()
  .max(64)
  .transform((text, context) => {
    const known = buyablePlanIds.find(one => one === planIdFrom(text))
    if (!known)
      context.addIssue({ code: 'custom', message: `subscriptionId must be one of ${buyablePlanIds.join(', ')}` })
    return known ?? z.NEVER
  })
  .meta({ enum: buyablePlanIds.flatMap(planId => [planId, `${projectType}-${planId}`]) })
const providerId = z.string().trim().min(1).max(255).meta(leftByTrim(1))
const currency = z.enum(currencies, { error: `currency must be one of ${currencies.join(', ')}` })

/** What a change of plan does, before it is made. */
export const changePreview = z.object({
  kind: z.enum(['upgrade', 'downgrade']),
  /** What is charged at once: the difference for the rest of the period. Nothing for a downgrade. */
  dueNow: money,
  /** What a month costs then. */
  amount: money,
  currency: anyCurrency,
  /** When the other plan begins to count. */
  startsAt: instant,
  effects: z.object({
    waitingChannels: z.number().int(),
    isFrequencyPaused: z.boolean(),
    summariesLeft: z.number().int(),
    readsLeft: z.number().int(),
    aiInteraction: z.enum(['gained', 'lost']).nullable(),
  }),
})
export type ChangePreview = z.infer<typeof changePreview>

/** The secret with which the browser confirms a payment that waits for its user; null when nothing is left to confirm. */
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
    summary: 'Your active plan, your purchases and what is left of this month',
    access: 'user',
    responses: {
      200: z.object({
        activePlan: plan,
        subscriptions: z.array(userSubscription),
        month: monthlyUse,
        payments: paymentSetup,
        stores: storeSetup,
      }),
    },
  }),
  createPaymentIntent: route({
    method: 'POST',
    path: '/api/subscriptions/create-stripe-payment-intent',
    summary: 'Begin to buy a plan: what the payment form of the browser or phone is opened with',
    access: 'user',
    body: z.object({ subscriptionId: buyable, currency }),
    responses: {
      200: z.object({
        /** Client secret of what is to be confirmed. */
        paymentIntent: z.string(),
        /** Secret of a key that lets a phone show the saved cards of the customer. */
        ephemeralKey: z.string(),
        customer: z.string(),
        stripeSubscriptionId: z.string(),
      }),
    },
  }),
  create: route({
    method: 'POST',
    path: '/api/subscriptions/create',
    summary: 'Buy a plan with a payment method that is there already',
    access: 'user',
    body: z.object({ subscriptionId: buyable, paymentMethodId: providerId, isTrial: z.boolean() }),
    responses: { 200: outcome },
  }),
  purchase: route({
    method: 'POST',
    path: '/api/subscriptions/purchase',
    summary: 'Confirm a purchase: the provider or the store is asked whether it was paid',
    access: 'user',
    body: z.object({
      subscriptionId: buyable,
      paymentMethod: z.enum(paymentMethods),
      /** The payment intent of a card; of a store its receipt. */
      transactionId: z.string().trim().min(1).max(20_000).meta(leftByTrim(1)),
      stripeSubscriptionId: providerId.nullish(),
      isTrial: z.boolean(),
      /** Of what was bought in a store the store tells it. */
      currency,
    }),
    responses: { 200: userSubscription },
  }),
  cancel: route({
    method: 'POST',
    path: '/api/subscriptions/cancel',
    summary: 'End a plan with its period',
    access: 'user',
    body: z.object({ userSubscriptionId: id }),
    responses: { 200: userSubscription },
  }),
  resume: route({
    method: 'POST',
    path: '/api/subscriptions/resume',
    summary: 'Go on with a plan that was to end with its period, or was to change',
    access: 'user',
    body: z.object({ userSubscriptionId: id }),
    responses: { 200: userSubscription },
  }),
  previewChange: route({
    method: 'POST',
    path: '/api/subscriptions/preview-change',
    summary: 'What a change of plan costs and does',
    access: 'user',
    body: z.object({ subscriptionId: buyable }),
    responses: { 200: changePreview },
  }),
  change: route({
    method: 'POST',
    path: '/api/subscriptions/change',
    summary: 'Change the plan: a dearer one at once, a cheaper one with the next period',
    access: 'user',
    body: z.object({ subscriptionId: buyable }),
    responses: { 200: outcome },
  }),
  portal: route({
    method: 'POST',
    path: '/api/subscriptions/portal',
    summary: 'The address of your pages at the payment provider: cards, invoices',
    access: 'user',
    responses: { 200: z.object({ url: z.string() }) },
  }),
  invoices: route({
    method: 'GET',
    path: '/api/subscriptions/invoices',
    summary: 'Your invoices, newest first',
    access: 'user',
    responses: { 200: z.object({ data: z.array(invoice) }) },
  }),
  webhook: route({
    method: 'POST',
    path: '/api/subscriptions/webhook',
    summary: 'Where Stripe tells of changes; what is not signed by it is refused',
    access: 'public',
    consumes: 'application/json',
    responses: { 200: z.object({ received: z.boolean() }) },
  }),
  appleMessages: route({
    method: 'POST',
    path: '/api/subscriptions/apple',
    summary: 'Where the App Store tells of changes; what is not signed by it is refused',
    access: 'public',
    consumes: 'application/json',
    responses: { 200: z.object({ received: z.boolean() }) },
  }),
  googleMessages: route({
    method: 'POST',
    path: '/api/subscriptions/google',
    summary: 'Where Google Play tells of changes; what is not sent by it is refused',
    access: 'public',
    consumes: 'application/json',
    responses: { 200: z.object({ received: z.boolean() }) },
  }),
}
