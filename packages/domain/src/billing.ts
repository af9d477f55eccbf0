import { type Plan, type PlanId, planById, plans } from './plans.ts'

export const subscriptionStatuses = [
  'pending',
  'active',
  'past_due',
  'paused',
  'canceled',
  'expired',
  'refunded',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** A user has at most one purchase in one of these states. All other states are final. */
export const liveStatuses = ['pending', 'active', 'past_due'] as const satisfies readonly SubscriptionStatus[]

/** After a failed payment, the user keeps the plan for this long. */
export const graceMs = 7 * 24 * 3600_000

/**
 * Return path for browsers from the pages of the payment provider and of banks. Not an app link (`app-links.ts`): a payment
 * started in a browser must end there, because someone else may be logged in to the app.
 */
export const paymentReturnPath = '/subscriptions/returned'

/** The provider's view of a subscription, as far as our status depends on it. */
export interface ProviderStatus {
  /** A Stripe status. Unknown ones don't entitle the user to the plan. */
  state: string
  /** When the open payment first failed; null if no payment is open. */
  failedSince: Date | null
  /** Whether the provider will retry that payment. */
  willRetry: boolean
  /** Everything paid for this period was refunded, or a dispute over it was lost. */
  isRefunded: boolean
}

export interface PurchaseStatus {
  status: SubscriptionStatus
  /** Until when the user keeps the plan after a failed payment; null if none failed. */
  graceEndsAt: Date | null
  /** The provider's state is not in our table and needs to be looked into. */
  isUnknown: boolean
}

/**
 * The status for the API: `active` if and only if the user has the plan now. After a failed payment it stays `active` until
 * the grace period ends, but only while the provider keeps retrying.
 */
export function toPurchaseStatus(
  { state, failedSince, willRetry, isRefunded }: ProviderStatus,
  now: Date,
): PurchaseStatus {
  const withoutGrace = (status: SubscriptionStatus): PurchaseStatus => ({ status, graceEndsAt: null, isUnknown: false })
  if (isRefunded) return withoutGrace('refunded')
  switch (state) {
    case 'incomplete':
      return withoutGrace('pending')
    case 'incomplete_expired':
      return withoutGrace('expired')
    case 'trialing':
    case 'active':
      return withoutGrace('active')
    case 'past_due': {
      const graceEndsAt = new Date((failedSince ?? now).getTime() + graceMs)
      const isInGrace = willRetry && now < graceEndsAt
      return { status: isInGrace ? 'active' : 'past_due', graceEndsAt, isUnknown: false }
    }
    case 'unpaid':
      return withoutGrace('past_due')
    case 'paused':
      return withoutGrace('paused')
    case 'canceled':
      return withoutGrace('canceled')
    default:
      return { status: 'past_due', graceEndsAt: null, isUnknown: true }
  }
}

export type PlanChangeKind = 'upgrade' | 'downgrade' | 'same'

/** Upgrades apply at once and cost the difference; downgrades apply from the next period. */
export function planChangeKind(from: PlanId, to: PlanId): PlanChangeKind {
  const [now, then] = [planById(from).priceCents, planById(to).priceCents]
  return then === now ? 'same' : then > now ? 'upgrade' : 'downgrade'
}

/** A user's current usage of their plan. */
export interface PlanUsage {
  channels: number
  /** Frequency of the schedule; null if there is no schedule. */
  frequency: string | null
  summariesThisMonth: number
  readsThisMonth: number
}

/** Effects of a plan change. Nothing is deleted; whatever exceeds the new plan is paused. */
export interface PlanChangeEffects {
  /** Number of channels over the new limit, which are paused. */
  waitingChannels: number
  /** The schedule is paused until the user chooses another frequency. */
  isFrequencyPaused: boolean
  summariesLeft: number
  readsLeft: number
  /** Change in access to asking the video; null if unchanged. */
  aiInteraction: 'gained' | 'lost' | null
}

/** Usage so far this month counts against the new limits. */
export function planChangeEffects(from: Plan, to: Plan, use: PlanUsage): PlanChangeEffects {
  return {
    waitingChannels: Math.max(0, use.channels - to.channelLimit),
    isFrequencyPaused: use.frequency !== null && !to.allowedFrequencies.some(allowed => allowed === use.frequency),
    summariesLeft: Math.max(0, to.summariesPerMonth - use.summariesThisMonth),
    readsLeft: Math.max(0, to.communityReadsPerMonth - use.readsThisMonth),
    aiInteraction: from.aiInteraction === to.aiInteraction ? null : to.aiInteraction ? 'gained' : 'lost',
  }
}

/** The cheapest plan that covers a usage; null if there is none. */
export const cheapestPlanFor = (use: PlanUsage, list: readonly Plan[] = plans): Plan | null =>
  list.find(plan => {
    const effects = planChangeEffects(plan, plan, use)
    return (
      effects.waitingChannels === 0 &&
      !effects.isFrequencyPaused &&
      use.summariesThisMonth <= plan.summariesPerMonth &&
      use.readsThisMonth <= plan.communityReadsPerMonth
    )
  }) ?? null

export const buyablePlans = plans.filter(({ priceCents }) => priceCents > 0)
export const buyablePlanIds = ['basic', 'premium', 'pro', 'ultimate'] as const satisfies readonly PlanId[]
export type BuyablePlanId = (typeof buyablePlanIds)[number]
