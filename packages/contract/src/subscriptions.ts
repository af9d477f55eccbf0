import { contentTypes, frequencies, planIds } from '@recaps/domain/plans'
import { z } from 'zod'
import { route } from './route.ts'
import { id, instant } from './schemas.ts'

export const plan = z.object({
  id: z.enum(planIds),
  /** US dollars a month, decimal. */
  price: z.number(),
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
export const subscriptionStatuses = [
  'pending',
  'active',
  'past_due',
  'paused',
  'canceled',
  'expired',
  'refunded',
] as const

export const userSubscription = z.object({
  id,
  userId: id,
  subscriptionId: z.enum(planIds),
  type: z.enum(contentTypes),
  startDate: instant,
  endDate: instant.nullable(),
  status: z.enum(subscriptionStatuses),
  paymentMethod: z.enum(paymentMethods),
  transactionId: z.string(),
  amount: z.number(),
  currency: z.enum(['usd']),
  stripeSubscriptionId: z.string().nullable(),
  isTrial: z.boolean(),
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
      200: z.object({ activePlan: plan, subscriptions: z.array(userSubscription), month: monthlyUse }),
    },
  }),
}
