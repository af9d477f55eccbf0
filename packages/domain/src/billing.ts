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

/** Nobody has two of these at once; what comes after them is over. */
export const liveStatuses = ['pending', 'active', 'past_due'] as const satisfies readonly SubscriptionStatus[]

/** A payment that failed keeps the plan for so long. */
export const graceMs = 7 * 24 * 3600_000

/**
 * Where browsers come back to from the pages of the payment service and of banks. No phone opens it in an app
 * (`app-links.ts`), where somebody else may be logged in: what a browser began ends there.
 */
export const paymentReturnPath = '/subscriptions/returned'

/** What a provider says of a subscription at one moment, as far as its status depends on it. */
export interface Standing {
  /** In the words of Stripe; what is not known is not entitled. */
  state: string
  /** When the payment that is open now failed first; null while none is. */
  failedSince: Date | null
  /** Whether the provider tries that payment again. */
  isRetried: boolean
  /** All that was paid for this period was given back, or a dispute over it was lost. */
  isTakenBack: boolean
}

export interface Status {
  status: SubscriptionStatus
  /** Until when a payment that failed keeps the plan; null when none did. */
  graceEndsAt: Date | null
  /** A state that this table has no row for: somebody should look. */
  isUnknown: boolean
}

/**
 * The status that the API tells: `active` if and only if the plan counts now. Once a payment has failed that is so until
 * the grace is over, and never longer than the provider goes on trying.
 */
export function statusOf({ state, failedSince, isRetried, isTakenBack }: Standing, now: Date): Status {
  const simply = (status: SubscriptionStatus): Status => ({ status, graceEndsAt: null, isUnknown: false })
  if (isTakenBack) return simply('refunded')
  switch (state) {
    case 'incomplete':
      return simply('pending')
    case 'incomplete_expired':
      return simply('expired')
    case 'trialing':
    case 'active':
      return simply('active')
    case 'past_due': {
      const graceEndsAt = new Date((failedSince ?? now).getTime() + graceMs)
      const isGrace = isRetried && now < graceEndsAt
      return { status: isGrace ? 'active' : 'past_due', graceEndsAt, isUnknown: false }
    }
    case 'unpaid':
      return simply('past_due')
    case 'paused':
      return simply('paused')
    case 'canceled':
      return simply('canceled')
    default:
      return { status: 'past_due', graceEndsAt: null, isUnknown: true }
  }
}

export type ChangeKind = 'upgrade' | 'downgrade' | 'same'

/** Upgrades hold at once and cost the difference; downgrades hold from the next period on. */
export function changeKind(from: PlanId, to: PlanId): ChangeKind {
  const [now, then] = [planById(from).priceCents, planById(to).priceCents]
  return then === now ? 'same' : then > now ? 'upgrade' : 'downgrade'
}

/** What somebody makes of their plan. */
export interface Use {
  channels: number
  /** Of their schedule; null without one. */
  frequency: string | null
  summariesThisMonth: number
  readsThisMonth: number
}

/** What a change of plan does to what is there: nothing is deleted, what is beyond the new plan waits. */
export interface Effects {
  /** Channels that wait until there is room. */
  waitingChannels: number
  /** The schedule rests until another frequency is chosen. */
  isFrequencyPaused: boolean
  summariesLeft: number
  readsLeft: number
  /** Asking the video: gained, lost, or null when it stays as it is. */
  aiInteraction: 'gained' | 'lost' | null
}

/** What is used up of the month stays used up. */
export function effectsOf(from: Plan, to: Plan, use: Use): Effects {
  return {
    waitingChannels: Math.max(0, use.channels - to.channelLimit),
    isFrequencyPaused: use.frequency !== null && !to.allowedFrequencies.some(known => known === use.frequency),
    summariesLeft: Math.max(0, to.summariesPerMonth - use.summariesThisMonth),
    readsLeft: Math.max(0, to.communityReadsPerMonth - use.readsThisMonth),
    aiInteraction: from.aiInteraction === to.aiInteraction ? null : to.aiInteraction ? 'gained' : 'lost',
  }
}

/** The cheapest plan that holds all of a use; null when none does. */
export const planFor = (use: Use, list: readonly Plan[] = plans): Plan | null =>
  list.find(plan => {
    const effects = effectsOf(plan, plan, use)
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
